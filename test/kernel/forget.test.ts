import { definePlugin, OBSERVERS, Unavailable } from "platen/sdk"
import { openStage } from "platen/testing"
import type { Stage, StageDevice } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { notifyForgotten } from "../../plugins/devices/devices/notify-forgotten.js"

const test = suite("kernel: forgetting a device")
const MAC = "AA:BB:CC:DD:EE:FF"

/** A device of somebody, who gives it up with `leave`. */
async function ownedOn(
  stage: Stage,
): Promise<StageDevice & { leave(): Promise<number>; mine(): Promise<readonly unknown[]> }> {
  const [device, headers] = [await stage.device(MAC), await stage.person()]
  await device.pair(headers)
  return {
    ...device,
    leave: async () => (await stage.call(`/api/user/devices/${MAC}`, { method: "DELETE", headers })).status,
    mine: async () => ((await stage.call("/api/user/devices", { headers })).json() as { devices: unknown[] }).devices,
  }
}

/** A plugin that keeps something of devices, and fails to let go of it. */
const failing = (id: string, error: Error | undefined, told: string[]) =>
  definePlugin({
    id,
    setup: () => [
      OBSERVERS.of({
        id,
        forgotten: async ({ mac }) => {
          told.push(`${id} ${mac}`)
          if (error) throw error
        },
      }),
    ],
  })

test("goes on where a plugin fails at it, and says which", async () => {
  const told: string[] = []
  const plugins = [failing("aa-broken", new TypeError("x is undefined"), told), failing("zz-well", undefined, told)]
  const stage = await openStage({ plugins })
  const device = await ownedOn(stage)
  assert.equal([await device.leave(), await device.mine(), (await device.get("state")).status], [200, [], 401])
  assert.equal([...new Set(told)].sort(), [`aa-broken ${MAC}`, `zz-well ${MAC}`])
  const line = stage.log.lines.find(({ event }) => event === "device-deletion.failed")
  assert.equal([line!.level, (line!.fields as { observer: string }).observer], ["error", "aa-broken"])
  await stage.close()
})

test("does not go on where nothing can be written: the device stays", async () => {
  const stage = await openStage({ plugins: [failing("full", new Unavailable("The disk is full."), [])] })
  const device = await ownedOn(stage)
  const error = await notifyForgotten(stage.app.get(OBSERVERS), stage.log, { realm: "extended", mac: MAC }).catch(
    (each: unknown) => each,
  )
  assert.instance(error, Unavailable)
  assert.equal([await device.leave(), (await device.mine()).length, (await device.get("state")).status], [503, 1, 200])
  await stage.close()
})

test.run()
