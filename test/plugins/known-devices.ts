import { device as deviceSchema } from "platen/sdk/device"
import type { z } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"

/** What is said of a device that a plugin's own parts are tested with; the rest is as of one that is new. */
export type Parts = z.input<typeof deviceSchema>

/** Only here are devices made up: for functions that take one. Whoever has a server drives one over HTTP. */
export function deviceOf(parts: Parts = {}): Device {
  return deviceSchema.parse(parts)
}

/** Makes a device known, in place of what was; undefined: takes it away. */
export async function putDevice(
  devices: Pick<Devices, "update">,
  edition: string,
  mac: string,
  parts?: Parts,
): Promise<void> {
  await devices.update(edition, mac, () => parts && deviceOf(parts))
}

/** Changes something of a device that is known. */
export async function changeDevice(
  devices: Pick<Devices, "update">,
  edition: string,
  mac: string,
  parts: Partial<Device> | ((device: Device) => Partial<Device>),
): Promise<void> {
  await devices.update(edition, mac, (device) => {
    if (!device) throw new Error(`Nothing is known of ${mac}.`)
    return { ...device, ...(typeof parts === "function" ? parts(device) : parts) }
  })
}
