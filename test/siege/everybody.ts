import { readFileSync } from "node:fs"
import os from "node:os"
import { seededRandom } from "platen/sdk/kit"
import { HAND_MADE, randomMode } from "../hostile/definitions.js"
import { pulseOf } from "../hostile/pulse.js"
import type { Answer, Asked } from "../kernel/http/ask.js"
import { ADMIN } from "./besieged.js"
import type { Besieged, OwnedDevice } from "./besieged.js"

/** What came of all callers at once. */
export interface Siege {
  readonly calls: number
  /** Of /api/health, in milliseconds. */
  readonly worstMs: number
  readonly freshMs: number
  readonly slow: number
  readonly health: number
  /** Resident memory in MB every few seconds. */
  readonly rssMb: readonly number[]
  /** Answers by status and code. */
  readonly answers: ReadonlyMap<string, number>
  /** Of those who do no harm: renders, the longest in milliseconds, and those without their page. */
  readonly honest: { renders: number; worstMs: number; late: number; without: number }
  /** What must not be. */
  readonly found: readonly string[]
}

const CALLERS = { strangers: 4, invented: 4, people: 5, members: 2, careless: 2, honest: 2, admins: 1 }
const CALLERS_NICE = 10
const RSS_MS = 5_000
const LATE_MS = 2_000
/** Previews that a person sends at once. */
const BURST = 60

/** The codes of docs/errors.md. */
const CODES = new Set(
  [...readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8").matchAll(/^\| `([\w-]+)`/gm)].map(
    ([, code]) => code!,
  ),
)

const SCRIPTS = "옳지않으면하지마라ꀀꀁꀂ不对𠀀㐀สวัสดีनमस्ते"
const HEAVY: readonly ((random: () => number) => readonly [string, object])[] = [
  (random) => ["FEED", { urls: addresses("feeds", 8, random) }],
  (random) => ["AGENDA", { feeds: addresses("calendars", 8, random).map((url) => ({ url })) }],
  (random) => [
    "NUMBERS",
    { requests: [{ url: addresses("json", 1, random)[0] }], pick: [{ path: "$..[?count($..*) < 1]" }] },
  ],
  (random) => ["PHOTOS", { urls: addresses("pictures", 8, random) }],
  (random) => ["MY_ADAPTIVE", { image_url: addresses("pictures", 1, random)[0] }],
  (random) => ["FEED", { urls: addresses("slow", 8, random) }],
  (random) => [
    "COLLAGE",
    { cells: addresses("any", 6, random).map((url) => ({ mode: "FEED", settings: { urls: [url] } })) },
  ],
  (random) => ["BRIEFING", { feeds: addresses("calendars", 4, random).map((url) => ({ url })) }],
]

/** Addresses of a kind in the world that answers with nonsense. */
function addresses(kind: string, count: number, random: () => number): readonly string[] {
  return Array.from({ length: count }, () => `https://h${Math.floor(random() * 1e6)}.${kind}.test/`)
}

/** Has twenty callers of all kinds do their worst for so many milliseconds. */
export async function everybody(server: Besieged, seed: string, milliseconds: number): Promise<Siege> {
  // One after the other: of codes that are tried at once, some count as guesses.
  const screens: OwnedDevice[] = []
  for (let i = 0; i < CALLERS.people + CALLERS.members + CALLERS.careless + CALLERS.honest; i++)
    screens.push(await server.owned())
  const end = performance.now() + milliseconds
  const answers = new Map<string, number>()
  const found: string[] = []
  const honest = { renders: 0, worstMs: 0, late: 0, without: 0 }
  let calls = 0
  const count = (name: string): void => void answers.set(name, (answers.get(name) ?? 0) + 1)
  const call = async (path: string, asked: Asked = {}): Promise<Answer | undefined> => {
    calls++
    try {
      const answer = await server.at(path, asked)
      const code = answer.headers["x-render-error"] ?? /"code":"([\w-]+)"/.exec(answer.text().slice(0, 500))?.[1] ?? ""
      count(`${answer.status} ${code}`.trim())
      const isKnown = code === "" || CODES.has(code) || code.includes("_")
      if (!isKnown || code === "internal" || (answer.status >= 500 && code === ""))
        found.push(`${asked.method ?? "GET"} ${path.slice(0, 200)}: ${answer.status} ${answer.text().slice(0, 200)}`)
      return answer
    } catch (error) {
      count((error as NodeJS.ErrnoException).code ?? String(error).slice(0, 40))
      return undefined
    }
  }
  const post = (path: string, body: unknown, headers: Record<string, string> | OwnedDevice["headers"] = {}) =>
    call(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    })
  const trial = (persona: string, settings: object, more = ""): string =>
    `/api/preview?persona=${persona}&mode_override=${encodeURIComponent(JSON.stringify(settings))}&${more}`
  const until = async (step: (i: number) => Promise<unknown>): Promise<void> => {
    for (let i = 0; performance.now() < end; i++) await step(i)
  }
  const chance = (name: string): (() => number) => seededRandom(`${seed} ${name}`)
  const words = (random: () => number, length: number): string =>
    Array.from({ length }, () => [...SCRIPTS][Math.floor(random() * [...SCRIPTS].length)]).join("")

  const stranger = async (n: number): Promise<void> => {
    const random = chance(`stranger ${n}`)
    const headers = { "x-forwarded-for": `203.0.113.${n}` }
    await until(async (i) => {
      const [persona, settings] = HEAVY[i % HEAVY.length]!(random)
      await call(trial(persona, settings, `w=${100 + (i % 900)}&h=${100 + (i % 700)}`), { headers })
      await call(trial("MEMO", { memo_text: words(random, 200) }, "w=100&h=100"), { headers })
      await call(
        `/api/preview?persona=WEATHER&city_override=${encodeURIComponent(words(random, 5))}&lang=fr-${Math.floor(random() * 1e8)}`,
        { headers },
      )
      await call(`/api/locations/search?q=${encodeURIComponent(words(random, 4))}`, { headers })
      await call(`/api/render?w=1600&h=1200&colors=4&persona=MY_ADAPTIVE&v=${random()}`, { headers })
    })
  }
  const invented = async (n: number): Promise<void> => {
    const random = chance(`invented ${n}`)
    await until(async (i) => {
      const mac =
        `0A:51:E6:${[n, i >> 8, i].map((each) => (each & 255).toString(16).padStart(2, "0")).join(":")}`.toUpperCase()
      const from = { "x-forwarded-for": `203.0.114.${(n * 50 + i) % 250}` }
      const given = await post(`/api/device/${mac}/token`, {}, from)
      const token = (given?.status === 200 ? (given.json() as { token?: string }).token : undefined) ?? ""
      const headers = { ...from, "x-device-token": token }
      const [persona, settings] = HEAVY[i % HEAVY.length]!(random)
      const overrides = { WEATHER: { city: words(random, 3) }, [persona]: settings }
      await post(
        "/api/config",
        {
          mac,
          city: words(random, 4),
          latitude: i % 80,
          longitude: i % 170,
          modes: [persona, "WEATHER"],
          mode_overrides: overrides,
        },
        headers,
      )
      for (const page of ["WEATHER", persona]) {
        await call(`/api/preview?mac=${mac}&persona=${page}`, { headers })
        await call(`/api/render?mac=${mac}&persona=${page}`, { headers })
      }
      await post(`/api/device/${mac}/heartbeat`, { battery: random() * 9, rssi: words(random, 9) }, headers)
    })
  }
  const person = async (n: number): Promise<void> => {
    const random = chance(`person ${n}`)
    const screen = screens.pop()!
    const { headers } = screen.owner
    const heavy = (i: number): Promise<unknown> => {
      const [persona, settings] = HEAVY[i % HEAVY.length]!(random)
      return call(trial(persona, settings, `mac=${screen.mac}&no_cache=1`), { headers })
    }
    await until(async (i) => {
      // One of them sends sixty at once, the others a few.
      await Promise.all(Array.from({ length: n === 0 ? BURST : 4 }, (_, j) => heavy(n === 0 ? i : i * 4 + j)))
      const [persona, settings] = HEAVY[i % HEAVY.length]!(random)
      await post(
        "/api/config",
        {
          mac: screen.mac,
          modes: [persona],
          mode_overrides: { [persona]: settings },
          character_tones: [words(random, 5)],
        },
        headers,
      )
      await call(`/api/render?mac=${screen.mac}`, { headers: screen.headers })
      // What the console asks while somebody looks at a screen.
      for (const path of ["why?next=1", "forecast?hours=168", "picture", "preview?ahead=20", "state"])
        await call(`/api/device/${screen.mac}/${path}`, { headers })
      for (const path of [
        "/api/doctor",
        "/api/uploads",
        `/api/modes/catalog?mac=${screen.mac}`,
        `/api/modes/${persona}/settings`,
      ])
        await call(path, { headers })
      const definition = i % 3 === 0 ? randomMode(random) : HAND_MADE[i % HAND_MADE.length]!
      await post("/api/modes/custom/preview", { mode_def: definition, w: 800, h: 480 }, headers)
      await post("/api/modes/custom", { ...definition, id: `NASTY${i % 5}`, mac: screen.mac }, headers)
      await call(`/api/render?mac=${screen.mac}&persona=NASTY${i % 5}`, { headers: screen.headers })
    })
  }
  const member = async (n: number): Promise<void> => {
    const random = chance(`member ${n}`)
    const [screen, guest] = [screens.pop()!, await server.person()]
    const secret = {
      requests: [{ url: "https://meter.json.test/", header: "authorization", headerValue: "Bearer of-the-owner" }],
      pick: [{ path: "$.a" }],
    }
    await post(
      "/api/config",
      { mac: screen.mac, modes: ["NUMBERS"], mode_overrides: { NUMBERS: secret } },
      screen.owner.headers,
    )
    await post(`/api/user/devices/${screen.mac}/share`, { username: guest.name }, screen.owner.headers)
    await until(async () => {
      const answer = await call(`/api/config/${screen.mac}`, { headers: guest.headers })
      if (answer?.text().includes("of-the-owner")) found.push("a member reads the owner's secret")
      await call(
        trial(
          "NUMBERS",
          {
            requests: [{ url: addresses("any", 1, random)[0], header: "x", headerValue: { set: true } }],
            pick: [{ path: "$..*" }],
          },
          `mac=${screen.mac}`,
        ),
        { headers: guest.headers },
      )
      await call(trial("NUMBERS", { pick: [{ path: "$..*" }] }, `mac=${screen.mac}`), { headers: guest.headers })
      await call(`/api/preview?mac=${screen.mac}&persona=NUMBERS`, { headers: guest.headers })
    })
  }
  const carelessly = async (n: number): Promise<void> => {
    const screen = screens.pop()!
    const modes = ["HANG", "THROW", "LARGE", "WRONG", "LONG"].map((name) => `CARELESS_${name}`)
    await until(async (i) => {
      await call(`/api/render?mac=${screen.mac}&persona=${modes[(i + n) % modes.length]}`, { headers: screen.headers })
    })
  }
  const harmless = async (n: number): Promise<void> => {
    const screen = screens.pop()!
    const page = n === 0 ? "STOIC" : "AGENDA"
    const feeds = [{ url: `https://c${n}.good.test/` }]
    await post(
      "/api/config",
      { mac: screen.mac, modes: [page], mode_overrides: { AGENDA: { feeds } } },
      screen.owner.headers,
    )
    await until(async (i) => {
      const start = performance.now()
      const answer = await call(`/api/render?v=3.7&w=${400 + (i % 200)}&h=300&mac=${screen.mac}`, {
        headers: screen.headers,
      })
      const took = performance.now() - start
      honest.renders++
      honest.worstMs = Math.max(honest.worstMs, took)
      if (took > LATE_MS) honest.late++
      if (answer?.status !== 200 || answer.headers["x-mode-id"] !== page || answer.headers["x-render-error"])
        honest.without++
      await new Promise((resolve) => {
        setTimeout(resolve, 500)
      })
    })
  }
  const admin = (): Promise<void> =>
    until(async () => {
      for (const path of ["/metrics", "/api/stats/refusals", "/api/openapi.json", "/api/health"])
        await call(path, { headers: ADMIN })
    })
  const all = (count: number, one: (n: number) => Promise<void>): Promise<unknown> =>
    Promise.all(Array.from({ length: count }, (_, n) => one(n)))

  const pulse = pulseOf(server.port)
  // Callers and the world are other machines: here they give way to the server.
  os.setPriority(CALLERS_NICE)
  const rssMb: number[] = []
  const looking = setInterval(() => rssMb.push(server.rssMb()), RSS_MS)
  await Promise.all([
    all(CALLERS.strangers, stranger),
    all(CALLERS.invented, invented),
    all(CALLERS.people, person),
    all(CALLERS.members, member),
    all(CALLERS.careless, carelessly),
    all(CALLERS.honest, harmless),
    all(CALLERS.admins, admin),
  ])
  clearInterval(looking)
  const { worstMs, freshMs, slow, answers: health } = await pulse.stop()
  return { calls, worstMs, freshMs, slow, health, rssMb, answers, honest, found }
}
