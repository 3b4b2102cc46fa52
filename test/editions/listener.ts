import { DEVICES } from "platen/sdk"
import type { Device } from "platen/sdk"
import type { Answer } from "../kernel/http/ask.js"
import type { Headers } from "../plugins/accounts/calls.js"
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

/** What is kept of a device. */
export async function keptOf({ stage }: Extended, { mac }: ExtendedDevice): Promise<Device> {
  return (await stage.app.get(DEVICES).get("extended", mac))!
}

/** Resolves once a device's document is so. */
export async function until(
  extended: Extended,
  device: ExtendedDevice,
  holds: (kept: Device) => boolean,
): Promise<Device> {
  for (let i = 0; i < 500; i++) {
    const kept = await keptOf(extended, device)
    if (holds(kept)) return kept
    await extended.at("/api/health")
  }
  throw new Error("the document does not become so")
}

/** Somebody who may see and steer the device, and does not own it. */
export async function memberOf(extended: Extended, { mac }: ExtendedDevice): Promise<Person> {
  const guest = await extended.person()
  await extended.stage.app.get(DEVICES).update(
    "extended",
    mac,
    (known) =>
      known && {
        ...known,
        members: [...known.members, { user: guest.id, role: "member", nickname: "", boundAt: 0 }],
      },
  )
  return guest
}
