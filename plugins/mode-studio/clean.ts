import type { ConfigRecord, Device, DeviceConfig } from "platen/sdk"

/** The device without a mode in any of its configs; `instead`: what an emptied list shows. Undefined when none had it. */
export function without(
  device: Device,
  id: string,
  instead: string,
): { readonly device: Device; readonly cleaned: number } | undefined {
  const configs = device.configs.map((record) => cleaned(record, id, instead))
  const changed = configs.filter((record, i) => record !== device.configs[i]).length
  return changed === 0 ? undefined : { device: { ...device, configs }, cleaned: changed }
}

function cleaned(record: ConfigRecord, id: string, instead: string): ConfigRecord {
  const { modes, modeOverrides } = record.config
  if (!modes.includes(id) && !Object.hasOwn(modeOverrides, id)) return record
  const left = modes.filter((each) => each !== id)
  const { [id]: _gone, ...overrides } = modeOverrides
  const config: DeviceConfig = { ...record.config, modes: left.length > 0 ? left : [instead], modeOverrides: overrides }
  return { ...record, config }
}
