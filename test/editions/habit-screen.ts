import type { Answer } from "../kernel/http/ask.js"
import type { Extended, ExtendedDevice } from "./extended-stage.js"

/** A device with an owner and a config. */
export interface HabitScreen extends ExtendedDevice {
  readonly owner: { readonly headers: Readonly<Record<string, string>> }
}

/** It shows its habits, unless the config says otherwise. */
export async function habitScreen({ owned, post }: Extended, config: object): Promise<HabitScreen> {
  const own = await owned()
  const saved = await post("/api/config", { mac: own.mac, modes: ["HABIT"], ...config }, own.owner.headers)
  if (saved.status !== 200) throw new Error(saved.text())
  return own
}

export const check = (device: ExtendedDevice, habit: string, more: object = {}): Promise<Answer> =>
  device.post("habit/check", { habit, ...more })

/** `habit`: as the path has it. */
export const removed = ({ at }: Extended, { mac, headers }: ExtendedDevice, habit: string): Promise<Answer> =>
  at(`/api/device/${mac}/habit/${habit}`, { method: "DELETE", headers })
