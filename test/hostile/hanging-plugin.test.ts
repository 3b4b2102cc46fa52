import { definePlugin, onDispose, onListening, onReady, SetupError } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { giving, hosting } from "../kernel/plugins/hosting.js"
import { hangs } from "../until.js"

/** Attack A12.4: a plugin that never comes back. */
const test = suite("hostile/hanging plugin")

const TIMEOUT = 30_000
const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof SetupError ? error.message : String(error)),
  )
const late = (doing: string): string =>
  `Plugin "stuck" took more than 30 seconds to ${doing}: correct it, or turn it off in platen.yaml.`

test("is named when its setup or its ready hangs, and the start ends", async () => {
  const disposed: string[] = []
  const other = giving(
    "other",
    onDispose(() => {
      disposed.push("other")
    }),
  )
  const [first, second] = [hosting(), hosting()]
  const stuck = definePlugin({ id: "stuck", setup: () => hangs(first.clock, TIMEOUT) })
  assert.is(await refusal(first.start([other, stuck])), late("set up"))
  const unready = giving(
    "stuck",
    onReady(() => hangs(second.clock, TIMEOUT)),
  )
  assert.is(await refusal(second.start([other, unready])), late("get ready"))
  assert.equal(disposed, ["other", "other"])
})

test("is named when it hangs once the server listens", async () => {
  const { host, start, clock } = hosting()
  const stuck = giving(
    "stuck",
    onListening(() => hangs(clock, TIMEOUT)),
  )
  await start([stuck])
  assert.is(await refusal(host.listening({ port: 1, url: "http://localhost" })), late("handle listening"))
})

test("does not keep the others from being disposed when its own dispose hangs", async () => {
  const disposed: string[] = []
  const { host, start, log, clock } = hosting()
  await start([
    giving(
      "first",
      onDispose(() => {
        disposed.push("first")
      }),
    ),
    giving(
      "stuck",
      onDispose(() => hangs(clock, TIMEOUT)),
    ),
  ])
  await host.stop()
  assert.equal(disposed, ["first"])
  assert.equal(
    log.lines.map(({ level, event }) => `${level} ${event}`),
    ["error plugin-disposal.failed"],
  )
})

test.run()
