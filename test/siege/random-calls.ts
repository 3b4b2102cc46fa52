import { seededRandom } from "platen/sdk/kit"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { describedBy } from "../editions/described.js"
import type { OpenApi } from "../editions/described.js"
import { ADMIN, faultOf, HANG_MS } from "./besieged.js"
import type { Besieged, OwnedDevice } from "./besieged.js"
import { Outcomes } from "./row.js"
import type { Row } from "./row.js"

const AT_ONCE = 8
/** Calls after which a session or a device is gone, and that need a real picture or the world. */
const NOT = /auth\/(logout|password)|\/token\/rotate|\/free$|locations/

const VALUES: readonly unknown[] = [
  "",
  "x",
  "0",
  1,
  -1,
  1e300,
  null,
  true,
  [],
  {},
  ["MEMO"],
  "MEMO",
  "STOIC",
  "__proto__",
  "x".repeat(3_000),
  "\0",
  "😀",
  "12345678",
  "en",
  "2026-01-01",
  { a: { b: { c: [] } } },
]
const FIELDS = [
  "modes",
  "mode",
  "memo_text",
  "nickname",
  "code",
  "pair_code",
  "token",
  "username",
  "password",
  "habit",
  "sender",
  "message",
  "level",
  "enabled",
  "refresh_interval",
  "mode_overrides",
  "time_slot_rules",
  "countdown_events",
  "spec",
  "id",
  "title",
  "view",
  "content",
  "description",
  "limit",
  "offset",
]

/** As many random calls as there is time for, by random callers with random MACs in random places. What is the victim's stays as it is. */
export async function randomCalls(server: Besieged, seed: string, milliseconds: number): Promise<Row> {
  const random = seededRandom(`calls ${seed}`)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const [victim, own, other] = [await server.owned(), await server.owned(), await server.owned()]
  await server.post(
    "/api/config",
    { mac: victim.mac, modes: ["STOIC"], nickname: "the victim's", memo_text: "private" },
    victim.owner.headers,
  )
  const seen = async (): Promise<string> =>
    JSON.stringify([await configOf(server, victim), await membersOf(server, victim)])
  const before = await seen()
  const { token } = (
    await server.post(`/api/device/${victim.mac}/token`, {}, { "x-forwarded-for": "203.0.113.77" })
  ).json() as { token: string }
  const callers: readonly Headers[] = [
    {},
    own.headers,
    own.owner.headers,
    other.headers,
    other.owner.headers,
    { "x-device-token": token },
    { "x-device-token": "wrong" },
    { authorization: "Bearer wrong" },
  ]
  const macs = [
    victim.mac,
    victim.mac,
    own.mac,
    other.mac,
    victim.mac.toLowerCase().replaceAll(":", ""),
    "0F:FF:FF:FF:FF:FF",
    "",
    "x",
  ]
  const { operations } = describedBy((await server.at("/api/openapi.json")).json() as OpenApi)
  const all = operations.filter(({ path }) => !NOT.test(path))
  const outcomes = new Outcomes()
  return server.row("random calls", outcomes, async (found) => {
    const until = performance.now() + milliseconds
    const one = async (): Promise<void> => {
      const { method, path } = pick(all)
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === "mac" ? encodeURIComponent(pick(macs) || "x") : pick(["1", "MINE", "x", "main.js", "%00"]),
      )
      const query = Array.from({ length: Math.floor(random() * 3) }, () =>
        random() < 0.5 ? `mac=${pick(macs)}` : `${pick(FIELDS)}=${encodeURIComponent(String(pick(VALUES)))}`,
      ).join("&")
      const body =
        random() < 0.1
          ? pick(["", "{", "[[[", "null", '"x"'])
          : JSON.stringify(
              Object.fromEntries([
                ...Array.from({ length: Math.floor(random() * 5) }, () => [pick(FIELDS), pick(VALUES)]),
                ...(random() < 0.6 ? [["mac", pick(macs)]] : []),
              ]),
            )
      const what = `${method} ${filled}?${query} ${body.slice(0, 200)}`
      const start = performance.now()
      const answer = await server.at(`${filled}?${query}`, {
        method,
        headers: {
          ...pick(callers),
          ...(method !== "GET" && { "content-type": "application/json" }),
          "x-forwarded-for": `198.18.0.${Math.floor(random() * 250)}`,
        },
        ...(method !== "GET" && { body }),
      })
      outcomes.add(String(answer.status))
      const fault = faultOf(answer, what)
      if (fault !== undefined) found.push(fault)
      if (performance.now() - start > HANG_MS) found.push(`${Math.round(performance.now() - start)} ms: ${what}`)
    }
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (performance.now() < until) await one()
      }),
    )
    const after = await seen()
    if (after !== before) found.push(`the victim is not as it was: ${before} became ${after}`)
  })
}

async function configOf(server: Besieged, { mac, owner }: OwnedDevice): Promise<unknown> {
  return (await server.at(`/api/config/${mac}`, { headers: owner.headers })).json()
}

async function membersOf(server: Besieged, { mac }: OwnedDevice): Promise<unknown> {
  return (await server.at(`/api/user/devices/${mac}/members`, { headers: ADMIN })).json()
}
