import type { Answer, Asked } from "../kernel/http/ask.js"
import { calls, cookie, tokenOf } from "../plugins/people/accounts/calls.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { bar, numberMode, viewMode } from "./bars.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { written } from "./seen.js"
import { load } from "./test-modes.js"

export type Owned = ExtendedDevice & { readonly owner: Person }

/** The extended document's words for who calls, on a server with modes whose pages say numbers: ONE 1, TWO 2, THREE 3, BATTERY the percentage. */
export interface Documented extends Extended {
  /** "A session with administrator rights": the cookie alone. */
  readonly boss: Headers
  /** A session without them. */
  readonly somebody: Headers
  /** Somebody who may own a device more: another person once one has a hundred. */
  keeper(): Promise<Person>
  /** Owned, with the modes ONE, TWO, THREE in turns; a refresh waits for it, as after every save. */
  configured(fields?: object, owner?: Person): Promise<Owned>
  /** The same once it has shown its first page: nothing waits any more. */
  shownOnce(fields?: object, owner?: Person): Promise<Owned>
  /** Resolves once all is written of a device that answers have meant. */
  written(device: { readonly mac: string }): Promise<void>
  put(path: string, headers: Headers): Promise<Answer>
  remove(path: string, headers: Headers): Promise<Answer>
  push(device: ExtendedDevice, headers?: Headers): Promise<Answer>
}

/** The number that the picture says which is pushed: of another width than any page's. */
export const PUSHED = 50

export async function openDocument(options: Parameters<typeof openExtended>[0] = {}): Promise<Documented> {
  const extended = await openExtended(options)
  const { stage, at, post, port } = extended
  await load(
    stage,
    numberMode("ONE", 1),
    numberMode("TWO", 2),
    numberMode("THREE", 3),
    numberMode("PUSHED", PUSHED),
    viewMode("BATTERY", ({ battery = 0 }) => battery),
    viewMode("SCREEN", ({ width }) => width / 10),
  )
  const { code } = stage.log.lines.find(({ event }) => event === "setup-code.issued")!.fields as { code: string }
  const boss = cookie(tokenOf(await calls(port).register("boss", { setup_code: code })))
  const somebody = cookie(tokenOf(await calls(port).register("somebody")))
  const settled: Documented["written"] = (device) => written(extended, device)
  const configured: Documented["configured"] = async (fields = {}, owner) => {
    const screen = await extended.owned(owner)
    const saved = await post(
      "/api/config",
      { mac: screen.mac, modes: ["ONE", "TWO", "THREE"], strategy: "cycle", ...fields },
      boss,
    )
    if (saved.status !== 200) throw new Error(`${saved.status}: ${saved.text()}`)
    return screen
  }
  const shownOnce: Documented["shownOnce"] = async (...given) => {
    const screen = await configured(...given)
    await screen.render()
    await settled(screen)
    return screen
  }
  let [keepers, asked]: [Person | undefined, number] = [undefined, 0]
  const keeper: Documented["keeper"] = async () =>
    (keepers = keepers === undefined || ++asked % 100 === 0 ? await extended.person() : keepers)
  const push: Documented["push"] = async ({ mac, headers }, own = headers) => {
    const { body } = await at("/api/preview?w=296&h=128&persona=PUSHED")
    return at(`/api/device/${mac}/apply-preview`, { method: "POST", headers: own, body })
  }
  return {
    ...extended,
    boss,
    somebody,
    keeper,
    configured,
    shownOnce,
    written: settled,
    push,
    put: (path, headers) => at(path, { method: "PUT", headers }),
    remove: (path, headers) => at(path, { method: "DELETE", headers }),
  }
}

/** The status, and the number that the page says. */
export const shown = (answer: Answer): readonly [number, number] => [answer.status, bar(answer)]
/** The status and the media type. */
export const kind = ({ status, headers }: Answer): readonly [number, string | undefined] => [
  status,
  headers["content-type"]?.split(";")[0],
]
export const asked = (headers: Headers): Asked => ({ headers })

/** The status for nobody, for somebody without the rights, for the device's token and for an admin's session. */
export async function statuses(
  { boss, somebody }: Documented,
  { headers: token }: ExtendedDevice,
  call: (headers: Headers) => Promise<Answer>,
): Promise<readonly number[]> {
  const found: number[] = []
  for (const headers of [{}, somebody, token, boss]) found.push((await call(headers)).status)
  return found
}
