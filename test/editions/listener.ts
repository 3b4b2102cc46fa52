import type { Answer } from "../kernel/http/ask.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"

/** An owned device that alerts are sent to. */
export interface Listener extends ExtendedDevice {
  readonly owner: Person
  readonly agent: Headers
  /** Sends an alert as an agent does. */
  alert(body?: object, headers?: Headers): Promise<Answer>
  bmp(query?: string): Promise<Answer>
}

/** A device whose owner has made an alert token. */
export async function listenerOf(extended: Extended): Promise<Listener> {
  const device = await extended.owned()
  const { token } = (await device.post("alert-token", {}, device.owner.headers)).json() as { token: string }
  const agent = { "x-agent-token": token }
  return {
    ...device,
    agent,
    alert: (body = { sender: "Anna", message: "Dinner is ready!" }, headers = agent) =>
      device.post("alert", body, headers),
    bmp: (query = "w=296&h=128") => device.get(`alert-bmp?${query}`),
  }
}

/** Somebody whom the owner has let in: who may see and steer the device, and does not own it. */
export async function memberOf(
  { person, post, admin }: Extended,
  { mac }: Pick<ExtendedDevice, "mac">,
): Promise<Person> {
  const guest = await person()
  const answer = await post(`/api/user/devices/${mac}/share`, { username: guest.name }, admin)
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text()}`)
  return guest
}

/** Has a device shown an alert: what was on the glass before comes back after it. */
export async function alerted(device: ExtendedDevice & { readonly owner: Person }): Promise<void> {
  const { token } = (await device.post("alert-token", {}, device.owner.headers)).json() as { token: string }
  await device.post("alert", { sender: "Anna", message: "Dinner is ready!" }, { "x-agent-token": token })
  const answer = await device.get("alert-bmp?w=296&h=128")
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text()}`)
}
