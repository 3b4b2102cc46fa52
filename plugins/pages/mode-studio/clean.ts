import { CONFIG } from "platen/sdk/device"
import type { ConfigRecord, Device, DeviceConfig } from "platen/sdk/device"

/** The device with a mode removed from all its configs; undefined when no config named it. `replacement`: the mode of a config whose list becomes empty. */
export function without(
  device: Device,
  id: string,
  replacement: string,
): { readonly device: Device; readonly cleaned: number } | undefined {
  const before = device.get(CONFIG).records
  const records = before.map((record) => cleaned(record, id, replacement))
  const changed = records.filter((record, i) => record !== before[i]).length
  return changed === 0 ? undefined : { device: device.with(CONFIG, { records }), cleaned: changed }
}

function cleaned(record: ConfigRecord, id: string, replacement: string): ConfigRecord {
  const { modes, settings } = record.config
  if (!modes.includes(id) && !Object.hasOwn(settings, id)) return record
  const left = modes.filter((each) => each !== id)
  const { [id]: _gone, ...others } = settings
  const config: DeviceConfig = {
    ...record.config,
    modes: left.length > 0 ? left : [replacement],
    settings: others,
  }
  return { ...record, config }
}
