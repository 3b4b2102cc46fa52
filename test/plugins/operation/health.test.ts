import { fakeClock, openStage } from "platen/testing"
import { ROUTES } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import health from "../../../plugins/operation/health/index.js"
import { ask } from "../../kernel/http/ask.js"
import { setUp } from "../../set-up.js"
import { service } from "../devices/configs/catalogs.js"

const test = suite("plugins/operation/health")

for (const [at, timestamp] of [
  ["2026-11-20T15:02:37Z", "2026-11-20T15:02:37Z"],
  ["2026-11-20T15:02:37.999Z", "2026-11-20T15:02:37Z"],
  ["2026-11-21T00:30:00+14:00", "2026-11-20T10:30:00Z"],
  ["2028-02-29T23:59:59.001Z", "2028-02-29T23:59:59Z"],
] as const) {
  test(`says at ${at} that it is up, in UTC to the second, whatever the zone of the screens`, async () => {
    const stage = await openStage({ clock: fakeClock(at), defaults: { timeZone: "Asia/Shanghai" } })
    const port = await stage.app.listen()
    const answer = await ask(port, "/api/health")
    const head = await ask(port, "/api/v1/health?lang=zh", { method: "HEAD" })
    await stage.close()
    assert.is(answer.status, 200)
    assert.is(answer.headers["content-type"], "application/json; charset=utf-8")
    assert.is(
      answer.text(),
      `{"status":"ok","timestamp":"${timestamp}","version":"0.0.0"}`,
      "compact: firmware looks for exact bytes",
    )
    assert.is(head.headers["content-length"], String(answer.body.length))
  })
}

test("says what the operator should mend, once there is something", async () => {
  const warnings: string[] = []
  const given = await setUp(
    health,
    { clock: fakeClock(), service: { ...service, warnings: () => warnings }, isConverted: async () => false },
    {},
  )
  const [route] = given.to(ROUTES)
  const asked = async (): Promise<object> => (await (route!.handle as () => Promise<{ body: object }>)()).body
  assert.not.ok("warnings" in (await asked()))
  warnings.push("Make room.")
  assert.equal(((await asked()) as { warnings: unknown }).warnings, ["Make room."])
})

test.run()
