import type { ConfigRecord, Device, DeviceConfig } from "platen/sdk/device"

/** The device without a mode in any of its configs; `replacement`: what an emptied list shows. Undefined when none had it. */
export function without(
  device: Device,
  id: string,
  replacement: string,
): { readonly device: Device; readonly cleaned: number } | undefined {
  const configs = device.configs.map((record) => cleaned(record, id, replacement))
  const changed = configs.filter((record, i) => record !== device.configs[i]).length
  return changed === 0 ? undefined : { device: { ...device, configs }, cleaned: changed }
}

function cleaned(record: ConfigRecord, id: string, replacement: string): ConfigRecord {
  const { modes, modeOverrides } = record.config
  if (!modes.includes(id) && !Object.hasOwn(modeOverrides, id)) return record
  const left = modes.filter((each) => each !== id)
  const { [id]: _gone, ...overrides } = modeOverrides
  const config: DeviceConfig = {
    ...record.config,
    modes: left.length > 0 ? left : [replacement],
    modeOverrides: overrides,
  }
  return { ...record, config }
}
