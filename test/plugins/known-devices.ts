import { CONFIG, MEMBERS, RUNTIME, TOKENS } from "platen/sdk/device"
import { NEW_DEVICE } from "platen/sdk/kit"
import type { Device, Devices, Runtime } from "platen/sdk/device"
import { fakeClock, fakeLog, fakeStore } from "platen/testing"
import { devicesIn } from "../../plugins/devices/devices/service.js"
import type { DevicesNeeds } from "../../plugins/devices/devices/service.js"

const SLICES = [MEMBERS, TOKENS, CONFIG, RUNTIME] as const
type All = typeof MEMBERS.initial & typeof TOKENS.initial & typeof CONFIG.initial & Runtime

/** What is said of a device that a plugin's own parts are tested with, without the names of the slices; the rest is as of one that is new. */
export type Parts = { readonly [K in keyof All]?: All[K] | undefined }

/** Only here are devices made up: for functions that take one. Whoever has a server drives one over HTTP. `before`: the device that is changed. */
export function deviceOf(parts: Parts = {}, before: Device = NEW_DEVICE): Device {
  return SLICES.reduce<Device>((device, slice) => {
    const names = Object.keys((slice.schema as unknown as { shape: object }).shape)
    const own = Object.entries(parts).filter(([name]) => names.includes(name))
    return own.length === 0 ? device : device.with(slice as never, Object.fromEntries(own) as never)
  }, before)
}

/** All that the SDK's own slices say of a device, without their names. */
export function partsOf(device: Device): All {
  return Object.assign({}, ...SLICES.map((slice) => device.get<object>(slice as never))) as All
}

/** Devices in a store of their own. */
export function knownDevices(needs: Partial<DevicesNeeds> = {}): Devices {
  const clock = needs.clock ?? fakeClock()
  let made = 0
  return devicesIn({ store: fakeStore(clock), clock, log: fakeLog(), newId: () => `id ${made++}`, ...needs })
}

/** Keeps a device, in place of what was. */
export async function keepDevice(
  devices: Pick<Devices, "update">,
  realm: string,
  mac: string,
  device: Device,
): Promise<void> {
  await devices.update(realm, mac, () => device)
}

/** Makes a device known, in place of what was; undefined: takes it away. */
export async function putDevice(
  devices: Pick<Devices, "update">,
  realm: string,
  mac: string,
  parts?: Parts,
): Promise<void> {
  await devices.update(realm, mac, () => parts && deviceOf(parts))
}

/** Changes something of a device that is known. */
export async function changeDevice(
  devices: Pick<Devices, "update">,
  realm: string,
  mac: string,
  parts: Parts | ((device: Device) => Parts),
): Promise<void> {
  await devices.update(realm, mac, (device) => {
    if (!device) throw new Error(`Nothing is known of ${mac}.`)
    return deviceOf(typeof parts === "function" ? parts(device) : parts, device)
  })
}
