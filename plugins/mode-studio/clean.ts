import type { ConfigRecord, Device, DeviceConfig } from "platen/sdk/device"

/** The device with a mode removed from all its configs; undefined when no config named it. `replacement`: the mode of a config whose list becomes empty. */
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
