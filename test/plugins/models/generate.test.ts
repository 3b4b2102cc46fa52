import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { FORMAT_EXAMPLES } from "../../../plugins/pages/modes-json/format-examples.js"
import { fakeClock, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { openModelServer } from "./model-server.js"
import type { Asked, ModelServer } from "./model-server.js"

const test = suite("models: generated modes")

const clock = fakeClock("2026-11-26T09:05:00Z")
const ADMIN = "the-operators-token"
const headers = { authorization: `Bearer ${ADMIN}`, "content-type": "application/json" }
let server: ModelServer
let stage: Stage
test.before(async () => {
  server = await openModelServer()
  stage = await openStage({
    clock,
    fetch: guardedFetch({ lanHosts: [server.host], clock, ticks: () => 0, onCall: () => {} }),
    security: { adminToken: ADMIN },
    config: { "model-openai": { local: { baseUrl: `${server.url}/v1`, model: "qwen3", readsPictures: true } } },
  })
})
test.after(async () => {
  await stage.close()
  await server.close()
})

interface Answer {
  readonly ok: boolean
  readonly mode_def?: Readonly<Record<string, unknown>>
  readonly preview?: string
  readonly warning?: string
  readonly error?: string
  readonly code?: string
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
  readonly raw_response?: string
  readonly usage?: { readonly calls: number; readonly tokens_in: number }
}
const post = (body: object, more: Readonly<Record<string, string>> = {}): ReturnType<Stage["call"]> =>
  stage.call("/api/modes/generate", { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(body) })
async function generate(body: object): Promise<Answer> {
  // A minute later, the limit of calls begins anew.
  clock.advance(60_000)
  const answer = await post(body)
  assert.is(answer.status, 200, answer.text())
  return answer.json() as Answer
}
const TEA = FORMAT_EXAMPLES[0] as Readonly<Record<string, unknown>>
const said = (index: number): string => {
  const messages = (server.asked[index] as Asked).body.messages as readonly { readonly content: string }[]
  return messages.at(-1)!.content
}

test("writes a mode that compiles, draws and lints clean", async () => {
  server.script({ say: `Here you are:\n\`\`\`json\n${JSON.stringify(TEA)}\n\`\`\``, tokens: [9_000, 900] })
  const { ok, mode_def: made, preview, usage, warning, issues } = await generate({ description: "A tea of the day." })
  assert.equal([ok, warning, issues], [true, undefined, undefined])
  assert.equal(made, TEA)
  assert.match(preview!, /^data:image\/png;base64,iVBOR/)
  assert.equal([usage!.calls, usage!.tokens_in], [1, 9_000])
  const [{ body }] = server.asked as [Asked]
  const [system] = body.messages as [{ readonly content: string }]
  assert.ok(system.content.length / 4 <= 12_000, `${system.content.length} characters`)
  assert.match(system.content, /^weather: /m)
  for (const name of ["feed", "json", "calendar", "home-assistant", "photos"])
    assert.not.match(system.content, new RegExp(`^${name}: `, "m"), "sources whose address somebody chooses")
  assert.equal(body.response_format, { type: "json_object" })
})

test("uses the key that a call brings for the provider that it names, and for that call alone", async () => {
  server.script({ say: JSON.stringify(TEA), tokens: [9_000, 900] })
  clock.advance(60_000)
  const key = { "x-inksight-llm-api-key": "sk-of-this-call" }
  await post({ description: "Tea.", provider: "local" }, key)
  await post({ description: "Tea." }, key)
  await post({ description: "Tea.", provider: "local" })
  assert.equal(
    server.asked.map(({ headers: said }) => said.authorization),
    ["Bearer sk-of-this-call", undefined, undefined],
  )
})

test("is counted in the metrics, by provider and result", async () => {
  const before = (await stage.call("/metrics")).text()
  server.script({ status: 401 })
  await generate({ description: "Tea." })
  const text = (await stage.call("/metrics")).text()
  const of = (from: string, name: string): number =>
    Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, "m").exec(from)?.[1] ?? 0)
  assert.ok(of(text, "platen_model_tokens_total") > 9_000, text)
  const refused = 'platen_model_duration_seconds_count{provider="local",result="model-key"}'
  assert.not.ok(before.includes(refused))
  assert.ok(text.includes(`${refused} 1`), text)
})

test("gives a wrong mode back with its faults, twice at most, and keeps the best that compiles", async () => {
  const typo = { ...TEA, view: { type: "text", text: "{{ nmae }}" } }
  server.script({ say: JSON.stringify(typo) }, { say: JSON.stringify(TEA) })
  assert.is((await generate({ description: "Tea." })).ok, true)
  assert.match(said(1), /view\.text: .*nmae/)
  server.script({ say: JSON.stringify(typo) })
  const failed = await generate({ description: "Tea." })
  assert.equal([failed.ok, failed.code, server.asked.length], [false, "model-answer", 3])
  assert.match(failed.issues![0]!.message, /nmae/)
  const crowded = {
    ...TEA,
    styles: undefined,
    components: undefined,
    words: undefined,
    screens: undefined,
    view: { type: "text", text: "{{ name }} {{ note }} {{ minutes }} {{ degrees }}", role: "display", height: 20 },
  }
  server.script({ say: JSON.stringify(crowded) }, { say: "I give up." })
  const rough = await generate({ description: "Tea." })
  assert.equal([rough.ok, rough.mode_def!.id], [true, "TEA_OF_THE_DAY"])
  assert.match(rough.warning!, /clipped/)
})

test("lets a generated mode ask no source whose address somebody chooses", async () => {
  const spying = {
    spec: 1,
    id: "SPY",
    title: { en: "Spy" },
    content: { sources: { data: { name: "json", parameters: { url: `${server.url}/secret` } } } },
    view: { type: "text", text: "{{ data }}" },
  }
  server.script({ say: JSON.stringify(spying) })
  const { ok, issues } = await generate({ description: "Read my cloud." })
  assert.is(ok, false, "it is no mode that could be saved")
  assert.equal(
    [...new Set(server.asked.map(({ path }) => path))],
    ["/v1/chat/completions"],
    "the address is not called",
  )
  assert.match(JSON.stringify(issues), /content\.sources\.data\.name.*may not ask/)
})

test("mends ids that are taken or no ids, and titles that are texts", async () => {
  server.script({ say: JSON.stringify({ ...TEA, id: "stoic!", title: "My page" }) })
  const { mode_def: made } = await generate({ description: "Quotes." })
  assert.equal([made!.id, made!.title], ["MY_STOIC", { en: "My page" }])
})

test("changes a mode that it is given, and looks at a picture", async () => {
  server.script({ say: JSON.stringify(TEA) })
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").toString("base64")
  await generate({ description: "Make the name smaller.", mode_def: TEA, image_base64: `data:image/png;base64,${png}` })
  const messages = (server.asked[0] as Asked).body.messages as readonly { readonly content: unknown }[]
  const [text, picture] = messages[1]!.content as [{ text: string }, { image_url: { url: string } }]
  assert.match(
    text.text,
    /^This is a mode:\n\{.*"TEA_OF_THE_DAY"[\s\S]*Make the name smaller\.[\s\S]*The picture shows/,
  )
  assert.is(picture.image_url.url, `data:image/png;base64,${png}`)
  const broken = await post({ description: "x", image_base64: Buffer.from("hello").toString("base64") })
  assert.equal([broken.status, (broken.json() as { issues: object[] }).issues.length], [422, 1])
})

test("tells its turns as events", async () => {
  const typo = { ...TEA, view: { type: "text", text: "{{ nmae }}" } }
  server.script({ say: JSON.stringify(typo) }, { say: JSON.stringify(TEA) })
  const answer = await post({ description: "Tea." }, { accept: "text/event-stream" })
  const events = answer
    .text()
    .trim()
    .split("\n\n")
    .map((each) => /^event: (\w+)\ndata: (.*)$/s.exec(each)!)
    .map(([, name, data]) => ({
      name,
      data: JSON.parse(data!) as { number?: number; issues?: object[]; ok?: boolean },
    }))
  assert.equal(
    events.map(({ name, data }) => [name, data.number, data.issues?.length, data.ok]),
    [
      ["turn", 1, 0, undefined],
      ["turn", 2, 1, undefined],
      ["done", undefined, undefined, true],
    ],
  )
})

test("answers within 45 seconds when the model hangs, and says so with status 200", async () => {
  server.script("hang")
  const going = generate({ description: "Tea." })
  await server.calls(1)
  clock.advance(44_000)
  const { ok, code, error, usage } = await going
  assert.equal([ok, code, usage!.calls], [false, "model-late", 1])
  assert.match(error!, /did not answer in time/)
})

test("says what a hopeless answer was, and keeps who asked and what it cost, not what for", async () => {
  server.script({ say: "I would rather talk about cats." })
  const { ok, raw_response: raw } = await generate({ description: "My secret wish." })
  assert.equal([ok, raw], [false, "I would rather talk about cats."])
  assert.not.match(JSON.stringify(stage.log), /secret wish|cats/)
  assert.match(JSON.stringify(stage.log), /mode\.generated/)
})

test("is for admins", async () => {
  const own = await stage.person("ada")
  const body = JSON.stringify({ description: "x" })
  const answer = await stage.call("/api/modes/generate", {
    method: "POST",
    headers: { ...own, "content-type": "application/json" },
    body,
  })
  assert.is(answer.status, 403)
})

test.run()
