// Draws the pictures of docs/first-screens.md: `npm run docs:first-screens`. Needs a build. The page is the source of what is saved and drawn.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { Upstream } from "platen/sdk"
import { fakeClock } from "platen/testing"

const PAGE = new URL("first-screens.md", import.meta.url)
const PHOTO = fileURLToPath(new URL("../modes/my-adaptive/still-life.jpg", import.meta.url))
const tests = (name) => import(new URL(`../dist/test/${name}.js`, import.meta.url).href)

const NOW = Date.parse("2026-11-21T09:05:00Z")
const DAY_MS = 86_400_000
/** The screen of the pictures. */
export const SIZE = { width: 800, height: 480 }

/** The parts of the page that have a call: `{ mode, body, picture }`. `body`: the JSON that is saved; `picture`: the file below docs/. */
export function recipes(page = readFileSync(PAGE, "utf8")) {
  return page
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [, json] = /\/api\/config .*?-d '(\{[\s\S]*?\})'$/ms.exec(part) ?? []
      if (json === undefined) return []
      const body = JSON.parse(json)
      return [{ heading: part.split("\n")[0], mode: body.modes[0], body, picture: /!\[.*?\]\((\S+)\)/.exec(part)?.[1] }]
    })
}

const BERLIN = {
  name: "Berlin",
  latitude: 52.52,
  longitude: 13.41,
  timeZone: "Europe/Berlin",
  at: new Date(NOW).toISOString(),
  codes: [61, 3, 80, 2, 71, 3, 2],
  mean: 8,
  swing: 5,
}
const FOUND = {
  results: [{ ...BERLIN, admin1: "Land Berlin", country: "Germany", country_code: "DE", timezone: BERLIN.timeZone }],
}

/** Appointments: title, place, days from today, begin and end; without hours all day, until before the day that is last. */
const FAMILY = [
  ["Grandma visits", "", 0, 3],
  ["Market", "Winterfeldtplatz", 0, "09:30", "11:00"],
  ["Lunch with Ines", "Café Krone", 0, "13:00", "14:30"],
  ["Swimming", "", 1, "10:00", "11:30"],
  ["Dentist", "12 Chestnut Row", 2, "14:15", "15:00"],
  ["Parents’ evening", "School, room 204", 3, "19:00", "21:00"],
  ["Piano lesson", "", 4, "16:00", "17:00"],
  ["Choir", "St. Matthias", 5, "19:30", "22:00"],
  ["Paper collection", "", 6, "07:00", "07:15"],
]
const WORK = [
  ["Planning", "Room 4", 2, "09:00", "10:00"],
  ["Review", "", 3, "11:00", "12:30"],
  ["Talk with Sam", "", 5, "11:30", "12:00"],
  ["Day off", "", 6, 7],
]

/** A calendar in the iCal format, with times that are local everywhere. */
function calendar(name, events) {
  const date = (days) => new Date(NOW + days * DAY_MS).toISOString().slice(0, 10).replaceAll("-", "")
  const time = (days, hour) => `:${date(days)}T${hour.replace(":", "")}00`
  const whole = (days) => `;VALUE=DATE:${date(days)}`
  const lines = events.flatMap(([title, place, day, from, to], i) => [
    "BEGIN:VEVENT",
    `UID:${i}@calendar.example.org`,
    `DTSTAMP:${date(-9)}T080000Z`,
    `DTSTART${to === undefined ? whole(day) : time(day, from)}`,
    `DTEND${to === undefined ? whole(from) : time(day, to)}`,
    `SUMMARY:${title}`,
    ...(place === "" ? [] : [`LOCATION:${place.replaceAll(",", "\\,")}`]),
    "END:VEVENT",
  ])
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//example//EN",
    `X-WR-CALNAME:${name}`,
    ...lines,
    "END:VCALENDAR",
    "",
  ].join("\r\n")
}

const degrees = { unit_of_measurement: "°C", device_class: "temperature" }
/** A house: the id of an entity, its state, its attributes; since when it is so, or how its number went up and down in a day. */
const HOUSE = [
  ["sensor.living_room_temperature", "21.4", { friendly_name: "Living room", ...degrees }, { swing: 1.6, phase: 2 }],
  ["sensor.outdoor_temperature", "9.6", { friendly_name: "Outdoors", ...degrees }, { swing: 4.1, phase: 3.4 }],
  [
    "sensor.power",
    "412",
    { friendly_name: "Power", unit_of_measurement: "W", device_class: "power" },
    { swing: 190, phase: 1.2, beat: 0.5 },
  ],
  [
    "sensor.bathroom_humidity",
    "58",
    { friendly_name: "Bathroom", unit_of_measurement: "%", device_class: "humidity" },
    { swing: 7, phase: 5.1, beat: 0.4 },
  ],
  ["lock.front_door", "locked", { friendly_name: "Front door" }, { since: "08:42" }],
  [
    "binary_sensor.bedroom_window",
    "on",
    { friendly_name: "Bedroom window", device_class: "window" },
    { since: "09:15" },
  ],
  ["person.anna", "home", { friendly_name: "Anna" }, { since: "08:40" }],
]

/** The last day of a number, which ends at the present one. */
function history([id, state, , { swing, phase, beat = 0.15 }]) {
  const wave = (i) => Math.sin(i / 15 - phase) + beat * Math.sin(i / 2.6 + phase) * Math.cos(i / 7)
  return Array.from({ length: 96 }, (_, i) => ({
    ...(i === 0 && { entity_id: id }),
    state: (Number(state) + swing * (wave(i) - wave(95))).toFixed(1),
    last_changed: new Date(NOW - (95 - i) * 900_000).toISOString(),
  }))
}

/** A forecast whose days get colder, and are not all alike. */
const forecast = ({ daily, ...answer }) => ({
  ...answer,
  daily: {
    ...daily,
    temperature_2m_max: [14, 13, 11, 9, 4, 2, 5],
    temperature_2m_min: [4, 4, 5, 1, -2, -4, -1],
    precipitation_probability_max: [85, 10, 60, 5, 70, 25, 15],
  },
})

/** What the world answers; undefined for an address that nobody has. */
async function answerOf({ host, pathname, searchParams }) {
  const [{ airAnswer, forecastAnswer }, { homeState }] = await Promise.all([
    tests("world/open-meteo"),
    tests("world/home-assistant"),
  ])
  if (host === "geocoding-api.open-meteo.com") return searchParams.get("name") === "berlin" ? FOUND : {}
  if (host === "api.open-meteo.com") return forecast(forecastAnswer(BERLIN))
  if (host === "air-quality-api.open-meteo.com") return airAnswer(BERLIN)
  if (host === "calendar.example.org" && pathname.endsWith(".ics"))
    return pathname.includes("family") ? calendar("Family", FAMILY) : calendar("Work", WORK)
  if (host !== "homeassistant.local:8123") return undefined
  const asked = searchParams.get("filter_entity_id")
  if (asked !== null) return HOUSE.filter(([id]) => asked.split(",").includes(id)).map(history)
  const found = HOUSE.find(([id]) => pathname === `/api/states/${id}`)
  if (!found) return undefined
  const [id, state, attributes, { since = "10:05" }] = found
  return { ...homeState(id, state, attributes), last_changed: `2026-11-21T${since}:00+01:00` }
}

/** Calls to the invented world. */
async function fetch(address) {
  const url = new URL(address)
  const answer = await answerOf(url)
  if (answer === undefined) throw new Upstream(`${url.host} cannot be reached.`)
  const text = () => (typeof answer === "string" ? answer : JSON.stringify(answer))
  return { status: 200, url: url.href, headers: {}, bytes: Buffer.from(text()), text, json: () => JSON.parse(text()) }
}

/**
 * A server with what the operator sets up in the page, and a screen of Anna's. `save(body)` resolves to the answer, `preview(mac, query)` to
 * the page that the screen shows. `albums`: more albums; `world`: answers before the invented world does, or not. Call `close` at the end.
 */
export async function openFirstScreens({ albums = {}, users = ["anna"], world = () => undefined } = {}) {
  const { openExtended } = await tests("editions/extended-stage")
  const folder = mkdtempSync(path.join(tmpdir(), "first-screens-"))
  copyFileSync(PHOTO, path.join(folder, "IMG_0412.jpg"))
  const house = { origin: "http://homeassistant.local:8123", headers: { authorization: "Bearer TOKEN" }, users }
  const open = await openExtended({
    clock: fakeClock(NOW),
    fetch: async (address, options) => (await world(address, options)) ?? fetch(address),
    defaults: { timeZone: BERLIN.timeZone },
    config: {
      "source-home-assistant": { connections: { house } },
      "source-photos": { albums: { family: { folder, users }, ...albums } },
    },
  })
  const anna = await open.person("anna")
  const screen = await open.owned(anna)
  return {
    open,
    screen,
    save: (body, { mac, owner } = screen) => open.post("/api/config", { ...body, mac }, owner.headers),
    preview: ({ mac, owner } = screen, query = "") =>
      open.at(`/api/preview?mac=${mac}&w=${SIZE.width}&h=${SIZE.height}${query}`, { headers: owner.headers }),
    close: async () => {
      await open.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Draws every picture of the page. */
export async function makePictures() {
  const server = await openFirstScreens()
  try {
    for (const { body, picture } of recipes()) {
      await server.save(body)
      writeFileSync(new URL(picture, import.meta.url), (await server.preview()).body)
    }
  } finally {
    await server.close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await makePictures()
