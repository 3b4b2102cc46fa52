import { definePlugin, onDispose, onListening, onReady, SetupError } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { giving, hosting } from "../kernel/plugins/hosting.js"

/** Attack A12.4: a plugin that never comes back. */
const test = suite("hostile/hanging plugin")

const never = (): Promise<never> => new Promise(() => {})
const TIMEOUT = 20
const refusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof SetupError ? error.message : String(error)),
  )
const late = (doing: string): string =>
  `Plugin "stuck" took more than 0.02 seconds to ${doing}: correct it, or turn it off in platen.yaml.`

test("is named when its setup or its ready hangs, and the start ends", async () => {
  const disposed: string[] = []
  const other = giving(
    "other",
    onDispose(() => {
      disposed.push("other")
    }),
  )
  assert.is(
    await refusal(hosting({ timeout: TIMEOUT }).start([other, definePlugin({ id: "stuck", setup: never })])),
    late("set up"),
  )
  assert.is(
    await refusal(hosting({ timeout: TIMEOUT }).start([other, giving("stuck", onReady(never))])),
    late("get ready"),
  )
  assert.equal(disposed, ["other", "other"])
})

test("is named when it hangs once the server listens", async () => {
  const { host, start } = hosting({ timeout: TIMEOUT })
  await start([giving("stuck", onListening(never))])
  assert.is(await refusal(host.listening({ port: 1, areas: [] })), late("handle listening"))
})

test("does not keep the others from being disposed when its own dispose hangs", async () => {
  const disposed: string[] = []
  const { host, start, log } = hosting({ timeout: TIMEOUT })
  await start([
    giving(
      "first",
      onDispose(() => {
        disposed.push("first")
      }),
    ),
    giving("stuck", onDispose(never)),
  ])
  await host.stop()
  assert.equal(disposed, ["first"])
  assert.equal(
    log.lines.map(({ level, event }) => `${level} ${event}`),
    ["error plugin-disposal.failed"],
  )
})

test.run()
