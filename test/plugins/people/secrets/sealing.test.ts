import { randomBytes } from "node:crypto"
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Invalid, SetupError } from "platen/sdk"
import { isSealed } from "platen/sdk/kit"
import { keyIn, KEY_FILE } from "../../../../plugins/people/secrets/key-file.js"
import { secretsBy } from "../../../../plugins/people/secrets/sealing.js"

const test = suite("secrets")
const LINK = "https://calendar.example/private-0815/basic.ics"

function inFolder(run: (folder: string) => void): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), "platen-secrets-"))
  try {
    run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test("opens what it has sealed, and shows nothing of it", () => {
  const secrets = secretsBy(() => Buffer.alloc(32, 7))
  for (const text of [LINK, "", "日历", "x".repeat(5_000)]) {
    const sealed = secrets.seal(text)
    assert.ok(isSealed(sealed))
    if (text !== "") assert.not.ok(sealed.includes(text.slice(0, 8)))
    assert.is(secrets.open(sealed), text)
    assert.is(secrets.seal(sealed), sealed, "once is enough")
  }
  assert.is(secrets.open(LINK), LINK, "a text that is not sealed")
  assert.is.not(secrets.seal(LINK), secrets.seal(LINK), "nobody sees that two are equal")
})

test("refuses what was sealed with another key, or changed", () => {
  const sealed = secretsBy(() => Buffer.alloc(32, 7)).seal(LINK)
  const other = secretsBy(() => Buffer.alloc(32, 8))
  const same = secretsBy(() => Buffer.alloc(32, 7))
  for (const [secrets, text] of [
    [other, sealed],
    [same, `${sealed.slice(0, -2)}AA`],
    [same, sealed.slice(0, 20)],
    [same, "sealed:v1:"],
  ] as const)
    assert.throws(
      () => secrets.open(text),
      (error: unknown) => error instanceof Invalid && error.code === "secret-unreadable",
    )
})

test("makes its key when it first needs it, for the server's user alone", () =>
  inFolder((folder) => {
    const file = path.join(folder, "data", KEY_FILE)
    const secrets = secretsBy(() => keyIn(path.join(folder, "data")))
    assert.is(secrets.open(LINK), LINK)
    assert.not.ok(existsSync(file), "nothing was sealed")
    const sealed = secrets.seal(LINK)
    assert.is(statSync(file).mode & 0o777, 0o600)
    assert.is(secretsBy(() => keyIn(path.join(folder, "data"))).open(sealed), LINK, "after a restart")
  }))

test("says what to do with a file that holds no key, and changes nothing", () =>
  inFolder((folder) => {
    const file = path.join(folder, KEY_FILE)
    for (const text of ["", "short", randomBytes(16).toString("base64")]) {
      writeFileSync(file, text)
      assert.throws(
        () => keyIn(folder),
        (error: unknown) => error instanceof SetupError && /bring back/.test(error.message),
      )
      assert.is(readFileSync(file, "utf8"), text)
    }
  }))

test.run()
