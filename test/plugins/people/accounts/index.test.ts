import { ACCOUNTS } from "platen/sdk/http"
import { fakeClock, openStage } from "platen/testing"
import type { Stage, StageOptions } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../../../folder.js"
import { sharedStore } from "../../operation/servers/stages.js"
import { calls } from "./calls.js"

const test = suite("plugins/people/accounts")

interface Shown {
  readonly code: string
  readonly link: string
}

/** What a start says of the setup code. */
async function started(
  options: StageOptions = {},
): Promise<{ readonly stage: Stage; readonly port: number; readonly shown: readonly Shown[] }> {
  const stage = await openStage(options)
  const port = await stage.app.listen()
  const lines = stage.log.lines.filter(({ event }) => event === "setup-code.issued")
  for (const { level, fields } of lines) assert.equal([level, Object.keys(fields)], ["warn", ["code", "link", "say"]])
  return { stage, port, shown: lines.map(({ fields }) => fields as Shown) }
}

test("shows a code for the first admin in one line of the log, and where to go with it", async () => {
  const { stage, port, shown } = await started()
  await stage.close()
  assert.is(shown.length, 1)
  assert.match(shown[0]!.code, /^[A-Z0-9]{12}$/)
  assert.is(shown[0]!.link, `http://127.0.0.1:${port}/config?setup=${shown[0]!.code}`)
})

for (const publicUrl of ["https://screens.example.org", "https://screens.example.org/", "https://example.org/below"]) {
  test(`makes the link with ${publicUrl}`, async () => {
    const { stage, shown } = await started({ server: { publicUrl } })
    await stage.close()
    assert.is(shown[0]!.link, `${publicUrl.replace(/\/$/, "")}/config?setup=${shown[0]!.code}`)
  })
}

test("shows none before the server listens: a command that draws is no start", async () => {
  const stage = await openStage()
  await stage.close()
  assert.equal(
    stage.log.lines.filter(({ event }) => event === "setup-code.issued"),
    [],
  )
})

test("shows none where the edition does not run that has people", async () => {
  const { stage, shown } = await started({ config: { "edition-extended": false, "edition-core": {} } })
  await stage.close()
  assert.equal(shown, [])
})

test("shows another at every start until there is an admin, and then none", async () => {
  const [dataFolder, clock] = [folderWith(), fakeClock()]
  const first = await started({ dataFolder, clock })
  await first.stage.close()
  const second = await started({ dataFolder, clock })
  const { register } = calls(second.port)
  assert.is((await register("anna", { setup_code: first.shown[0]!.code })).status, 403, "the first start's is gone")
  assert.is((await register("anna", { setup_code: second.shown[0]!.code })).status, 200)
  await second.stage.close()
  const third = await started({ dataFolder, clock })
  assert.is((await third.stage.app.get(ACCOUNTS).byName("anna"))!.role, "admin")
  await third.stage.close()
  assert.equal([first.shown.length, second.shown.length, third.shown], [1, 1, []])
  assert.is.not(first.shown[0]!.code, second.shown[0]!.code)
})

test("takes the code of each server of one store, until there is an admin", async () => {
  const store = sharedStore()
  const servers = [await started(store), await started(store), await started(store)]
  const codes = servers.map(({ shown }) => shown[0]!.code)
  const register = (server: number, name: string, code: string): Promise<{ readonly status: number }> =>
    calls(servers[server]!.port).register(name, { setup_code: code })
  assert.is((await register(2, "anna", codes[0]!)).status, 200, "the first server's, at the third")
  for (const code of codes) assert.is((await register(1, "ben", code)).status, 403)
  for (const { stage } of servers) await stage.close()
  const later = await started(store)
  await later.stage.close()
  assert.equal(later.shown, [])
})

test.run()
