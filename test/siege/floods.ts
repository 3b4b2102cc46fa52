import { ONE_PIXEL } from "../editions/one-pixel.js"
import type { Answer } from "../kernel/http/ask.js"
import { faultOf } from "./besieged.js"
import type { Besieged } from "./besieged.js"
import { Outcomes } from "./row.js"
import type { Row } from "./row.js"

type Flood = (server: Besieged) => Promise<Row>

/** `calls`: made all at once, so many times. */
function flood(
  name: string,
  times: number,
  calls: (server: Besieged, round: number) => Promise<readonly (() => Promise<Answer>)[]>,
): Flood {
  return async (server) => {
    const outcomes = new Outcomes()
    return server.row(name, outcomes, async (found) => {
      for (let round = 0; round < times; round++) {
        await Promise.all(
          (await calls(server, round)).map(async (call) => {
            try {
              const answer = await call()
              outcomes.add(
                `${answer.status}${answer.headers["x-render-error"] === undefined ? "" : ` ${answer.headers["x-render-error"]}`}`,
              )
              const fault = faultOf(answer, name)
              if (fault !== undefined) found.push(fault)
            } catch (error) {
              outcomes.add((error as NodeJS.ErrnoException).code ?? String(error).slice(0, 60))
            }
          }),
        )
      }
    })
  }
}

const from = (n: number): Readonly<Record<string, string>> => ({ "x-forwarded-for": `203.0.113.${n % 250}` })
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const photo = (i: number): string =>
  `/api/preview?persona=MY_ADAPTIVE&w=800&h=${380 + i}&colors=4&mode_override=${encodeURIComponent('{"dither":"jarvis"}')}`

/** What strangers and users can send, much of it at once. */
export const floods: readonly Flood[] = [
  flood("A1 configs in the name of another", 1, async (server) => {
    const [victim, own] = [await server.owned(), await server.owned()]
    return [own.headers, own.owner.headers, {}].flatMap((headers) =>
      [`?mac=${own.mac}`, "", `?mac=${victim.mac}`].map(
        (query) => () =>
          server.post(`/api/config${query}`, { mac: victim.mac, modes: ["MEMO"], memo_text: "evil" }, headers),
      ),
    )
  }),
  flood("A4 tokens asked in the name of new screens", 5, async (server, round) =>
    times(
      60,
      (i) => () =>
        server.post(
          `/api/device/0C:00:00:00:${round.toString().padStart(2, "0")}:${i.toString().padStart(2, "0")}/token`,
          {},
          from(i),
        ),
    ),
  ),
  flood("A5 heartbeats of two megabytes", 2, async (server) => {
    const screen = await server.owned()
    const body = "[".repeat(2 << 20)
    return times(
      50,
      () => () =>
        server.at(`/api/device/${screen.mac}/heartbeat`, {
          method: "POST",
          headers: { ...screen.headers, "content-type": "application/json" },
          body,
        }),
    )
  }),
  flood("A6 photographs from one address", 1, async (server) =>
    times(60, (i) => () => server.at(photo(i), { headers: from(1) })),
  ),
  flood("A6 photographs from many addresses", 1, async (server) =>
    times(60, (i) => () => server.at(photo(i), { headers: from(i) })),
  ),
  flood("A6 previews of 1600 x 1200", 2, async (server) =>
    times(40, (i) => () => server.at(`/api/preview?persona=STOIC&w=1600&h=${1_100 + i}`, { headers: from(i) })),
  ),
  flood("A7 pictures and favorites of one user", 3, async (server) => {
    const screen = await server.owned()
    return times(
      20,
      (i) => () =>
        server.at(`/api/device/${screen.mac}/apply-preview`, {
          method: "POST",
          headers: { ...screen.owner.headers, "content-type": "image/png" },
          body: Buffer.concat([ONE_PIXEL, Buffer.alloc(2_000_000, i)]),
        }),
    )
  }),
  flood("A8 wrong passwords for one name", 3, async (server) =>
    times(40, (i) => () => server.post("/api/auth/login", { username: "person1", password: `guess ${i}` }, from(i))),
  ),
  flood("A8 the right password all the same", 1, async (server) => [
    () =>
      server.post(
        "/api/auth/login",
        { username: "person1", password: "correct horse" },
        { "x-forwarded-for": "192.0.2.200" },
      ),
  ]),
  flood("A12 figures and descriptions", 3, async (server) =>
    times(60, (i) => () => server.at(i % 2 === 0 ? "/metrics" : "/api/openapi.json", { headers: from(i) })),
  ),
  flood("forecasts of the longest playlist", 1, async (server) => {
    const { mac, owner } = await server.owned()
    const modes = ["STOIC", "MEMO", "ZEN", "POETRY", "DAILY"]
    const rules = times(24, () => ({ start: "00:00", end: "24:00", modes: ["ZEN"] }))
    await server.post("/api/config", { mac, modes, refresh_interval: 10, time_slot_rules: rules }, owner.headers)
    const entry = { weight: 10, minutes: 10, whenEmpty: "skip", weekdays: [1, 2, 3, 4, 5, 6, 7] }
    const playlist = times(50, (i) => ({ ...entry, mode: modes[i % modes.length] }))
    await server.at(`/api/device/${mac}/playlist`, {
      method: "PUT",
      headers: { ...owner.headers, "content-type": "application/json" },
      body: JSON.stringify({ strategy: "time_slot", playlist }),
    })
    return times(60, (i) => () => {
      const path = i % 3 === 0 ? `preview?ahead=100&persona=&w=400&h=300` : "forecast?hours=168"
      return server.at(`/api/device/${mac}/${path}`, { headers: owner.headers })
    })
  }),
  flood("pictures that people upload", 2, async (server) => {
    const { owner } = await server.owned()
    return times(
      40,
      (i) => () =>
        server.at("/api/uploads", {
          method: "POST",
          headers: { ...owner.headers, "content-type": "image/png" },
          body: Buffer.concat([ONE_PIXEL, Buffer.alloc(9_000_000, i)]),
        }),
    )
  }),
  flood("what a neighbour asks of a screen", 1, async (server) => {
    const [victim, own] = [await server.owned(), await server.owned()]
    return ["why", "why?next=1", "forecast", "picture", "preview?persona=MEMO", "playlist", "state"].flatMap((path) =>
      [own.owner.headers, own.headers, {}].map((headers) => async () => {
        const answer = await server.at(`/api/device/${victim.mac}/${path}`, { headers })
        if (answer.status === 200) throw new Error(`a neighbour reads ${path}`)
        return answer
      }),
    )
  }),
  flood("JSON without end", 2, async (server) =>
    times(
      30,
      (i) => () =>
        server.at("/api/auth/login", {
          method: "POST",
          headers: { ...from(i), "content-type": "application/json" },
          body: "[".repeat(60_000),
        }),
    ),
  ),
]
