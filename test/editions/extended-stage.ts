import { GRANTEES } from "platen/sdk/http"
import { deviceOn, fakeClock, openStage } from "platen/testing"
import type { FakeClock, Stage, StageDevice, StageOptions } from "platen/testing"
import { ask } from "../kernel/http/ask.js"
import type { Answer, Asked } from "../kernel/http/ask.js"
import { PEOPLE } from "../../plugins/people/accounts/commands.js"
import { bearer, calls, tokenOf } from "../plugins/people/accounts/calls.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { PASSWORD, QUICK } from "../plugins/people/accounts/setting.js"

/** An extended edition that listens. */
export interface Extended {
  readonly stage: Stage
  readonly clock: FakeClock
  readonly port: number
  /** Of whoever shows the operator's token. */
  readonly admin: Headers
  at(path: string, asked?: Asked): Promise<Answer>
  /** JSON, with POST unless `asked` says otherwise. */
  post(path: string, body?: unknown, headers?: Headers, method?: string): Promise<Answer>
  /** Somebody who has registered, or whom the operator has added to grant them something, and is signed in, from an address of their own. */
  person(name?: string): Promise<Person>
  /** A device that has asked for its token and sent a heartbeat; nobody owns it. */
  device(mac?: string): Promise<ExtendedDevice>
  /** One with an owner, who has typed the code that it posted. */
  owned(owner?: Person, mac?: string): Promise<ExtendedDevice & { readonly owner: Person }>
  close(): Promise<void>
}

export interface Person {
  readonly name: string
  readonly id: string
  readonly token: string
  readonly headers: Headers
}

/** What a device does, by its own token. */
export type ExtendedDevice = StageDevice

/** For a clock that stands still: its minute never ends. */
export const UNLIMITED = { address: 100_000_000, refused: 1_000_000, render: 1_000_000, preview: 1_000_000 }

const ADMIN_TOKEN = "an operator's token for tests"

export async function openExtended({
  clock = fakeClock(),
  ...options
}: Omit<StageOptions, "clock"> & { readonly clock?: FakeClock } = {}): Promise<Extended> {
  const stage = await openStage({
    ...options,
    clock,
    config: { ...QUICK, ...options.config },
    server: { trustProxy: ["127.0.0.1"], limits: UNLIMITED, ...options.server },
    security: { adminToken: ADMIN_TOKEN, ...options.security },
  })
  const port = await stage.app.listen()
  let people = 0
  let devices = 0
  const at: Extended["at"] = (path, asked) => ask(port, path, asked)
  const post: Extended["post"] = (path, body = {}, headers = {}, method = "POST") =>
    at(path, { method, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) })
  const person: Extended["person"] = async (name = `person${++people}`) => {
    const from = { "x-forwarded-for": `198.51.100.${++people % 250}` }
    const isGrantee = stage.app.get(GRANTEES).list().includes(name)
    if (isGrantee) await stage.app.get(PEOPLE).people.add({ shown: name, fold: name }, PASSWORD, "user")
    const answer = isGrantee
      ? await calls(port).signIn(name, PASSWORD, from)
      : await calls(port).register(name, {}, from)
    const token = tokenOf(answer)
    return { name, id: (answer.json() as { user_id: string }).user_id, token, headers: bearer(token) }
  }
  const device: Extended["device"] = async (
    mac = `0E:00:00:00:${(++devices)
      .toString(16)
      .padStart(4, "0")
      .toUpperCase()
      .replace(/(..)(..)/, "$1:$2")}`,
  ) => {
    const known = await deviceOn(at, mac)
    await known.heartbeat()
    return known
  }
  const owned: Extended["owned"] = async (given, mac) => {
    const [owner, screen] = [given ?? (await person()), await device(mac)]
    // From an address of its own: wrong codes that a test tries elsewhere are not counted against it.
    await screen.pair({ ...owner.headers, "x-forwarded-for": "192.0.2.77" })
    return { ...screen, owner }
  }
  return { stage, clock, port, admin: bearer(ADMIN_TOKEN), at, post, person, device, owned, close: () => stage.close() }
}
