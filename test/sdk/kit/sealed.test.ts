import { isSealed, SEALED, withoutCiphertext, withoutSealed, withStored } from "platen/sdk/kit"
import { suite } from "uvu"
import * as assert from "uvu/assert"

const test = suite("sdk/sealed")

const seal = (text: string): string => SEALED + text.padEnd(16, "_")
const [KEY, OTHER] = [seal("key"), seal("other")]
const STORED = {
  requests: [
    { name: "house", url: "https://house.example/a", header: "authorization", headerValue: KEY },
    { name: "mail", url: "https://mail.example/", header: "", headerValue: OTHER },
  ],
}
type Request = Readonly<Record<string, unknown>>
const read = (): { requests: Request[] } => withoutSealed(STORED) as never

/** What comes of settings that a caller sends, and what was dropped. */
function sent(value: unknown, stored: readonly unknown[] = [STORED]): readonly [unknown, readonly string[]] {
  const dropped: string[] = []
  return [withStored(value, stored, (path) => dropped.push(path)), dropped]
}

test("keeps what comes back as it was read", () => {
  assert.equal(sent(read()), [STORED, []])
  assert.not.match(JSON.stringify(read()), /sealed/)
})

test("keeps a secret where entries were moved, removed or renamed", () => {
  const [house, mail] = read().requests
  assert.equal(sent({ requests: [mail, { ...house, name: "home" }] }), [
    { requests: [STORED.requests[1], { ...STORED.requests[0], name: "home" }] },
    [],
  ])
})

test("gives no secret to another address, header or connection", () => {
  const [house] = read().requests
  for (const change of [{ url: "https://evil.example/" }, { header: "x-got" }, { connection: "evil" }]) {
    const [value, dropped] = sent({ requests: [{ ...house, ...change }] })
    assert.is((value as typeof STORED).requests[0]!.headerValue, "", JSON.stringify(change))
    assert.equal(dropped, ["requests.0.headerValue"])
  }
})

test("gives no secret by its place alone to another address", () => {
  const entry = { ...STORED.requests[0]!, headerValue: { set: true } }
  assert.is((sent({ requests: [entry] })[0] as typeof STORED).requests[0]!.headerValue, KEY)
  const moved = { ...entry, url: "https://evil.example/" }
  assert.is((sent({ requests: [moved] })[0] as typeof STORED).requests[0]!.headerValue, "")
})

test("gives no secret to another setting, or to another mode of a collage", () => {
  const { headerValue } = read().requests[0]!
  assert.equal(sent({ memo_text: headerValue, deep: { requests: [{ headerValue }] } })[0], {
    memo_text: "",
    deep: { requests: [{ headerValue: "" }] },
  })
  const cells = (mode: string, settings: unknown): object => ({ cells: [{ mode, settings }] })
  const stored = cells("AGENDA", { feeds: [{ url: KEY }] })
  const { cells: shown } = withoutSealed(stored) as { cells: { settings: unknown }[] }
  assert.equal(sent(cells("agenda ", shown[0]!.settings), [stored])[0], cells("agenda ", { feeds: [{ url: KEY }] }))
  assert.equal(sent(cells("NUMBERS", shown[0]!.settings), [stored])[0], cells("NUMBERS", { feeds: [{ url: "" }] }))
})

test("binds a nested secret to what stands round it", () => {
  const stored = { server: "https://a.example", auth: { user: "ann", token: KEY } }
  const shown = withoutSealed(stored) as typeof stored
  assert.equal(sent(shown, [stored])[0], stored)
  const [value] = sent({ ...shown, server: "https://evil.example" }, [stored])
  assert.is((value as typeof stored).auth.token, "")
})

test("finds a secret in any of the earlier settings", () => {
  assert.equal(sent(read(), [{}, STORED]), [STORED, []])
})

test("takes no sealed text from anybody, at any depth", () => {
  assert.equal(withoutCiphertext({ a: KEY, b: [{ c: [OTHER, "plain", 5, null] }] }), {
    a: "",
    b: [{ c: ["", "plain", 5, null] }],
  })
})

test("says of a value without a secret what it is", () => {
  const plain = { a: [1, { b: null, set: false }], c: "x" }
  assert.equal(sent(plain), [plain, []])
  assert.not.ok(isSealed("set"))
})

test.run()
