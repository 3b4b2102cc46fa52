import { definePlugin, device, DEVICES, FORGET, Unavailable } from "platen/sdk"
import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"

const test = suite("kernel: forgetting a device")
const MAC = "AA:BB:CC:DD:EE:FF"

/** A plugin that keeps something of devices, and fails to let go of it. */
const failing = (id: string, error: Error | undefined, told: string[]) =>
  definePlugin({
    id,
    setup: () => ({
      observers: [
        {
          id,
          forgotten: async ({ mac }) => {
            told.push(`${id} ${mac}`)
            if (error) throw error
          },
        },
      ],
    }),
  })

test("goes on where a plugin fails at it, and says which", async () => {
  const told: string[] = []
  const plugins = [failing("aa-broken", new TypeError("x is undefined"), told), failing("zz-well", undefined, told)]
  const stage = await openStage({ plugins })
  const devices = stage.app.get(DEVICES)
  await devices.update("extended", MAC, () => device.parse({ configured: true }))
  assert.is(await devices.forget("extended", MAC), true)
  assert.is(await devices.get("extended", MAC), undefined)
  assert.equal([...new Set(told)].sort(), [`aa-broken ${MAC}`, `zz-well ${MAC}`])
  const line = stage.log.lines.find(({ event }) => event === "device.not-forgotten")
  assert.equal([line!.level, (line!.fields as { observer: string }).observer], ["error", "aa-broken"])
  await stage.close()
})

test("does not go on where nothing can be written: the device stays", async () => {
  const stage = await openStage({ plugins: [failing("full", new Unavailable("The disk is full."), [])] })
  const devices = stage.app.get(DEVICES)
  await devices.update("extended", MAC, () => device.parse({ configured: true }))
  const error = await stage.app
    .get(FORGET)({ edition: "extended", mac: MAC })
    .catch((each: unknown) => each)
  assert.instance(error, Unavailable)
  await devices.forget("extended", MAC).catch(() => undefined)
  assert.ok(await devices.get("extended", MAC))
  await stage.close()
})

test.run()
