import { livedDay } from "./day.js"

/** A day of 100 screens with mixed playlists, two hours of it without a network. Ends with 1 where an aim is missed. Argument: how many screens. */
const devices = Number(process.argv[2] ?? 100)
const began = process.cpuUsage()
const day = await livedDay({ devices, hours: 24, away: [12, 14] })
const { user, system } = process.cpuUsage(began)
const away = Object.values(day.away).reduce((sum, each) => sum + each, 0)
const share = (day.fresh / day.wakes) * 100
const lines: readonly (readonly [string, unknown])[] = [
  ["screens", devices],
  ["wakes with a network", day.wakes],
  ["of these with fresh content", `${day.fresh}, ${share.toFixed(2)} % (aim: at least 95 %)`],
  ["with old content, with none", `${day.stale}, ${day.fallbacks}`],
  ["wakes in two hours without a network", `${away}: ${JSON.stringify(day.away)}`],
  ["old content without its mark (aim: 0)", day.unmarked],
  ["blank pages (aim: 0)", day.blank],
  ["work ahead", JSON.stringify(day.ahead)],
  ["calls by host", JSON.stringify(day.calls)],
  ["processor", `${((user + system) / 1e6).toFixed(0)} s`],
]
for (const [name, value] of lines) process.stdout.write(`${name.padEnd(40)} ${String(value)}\n`)
process.exit(share >= 95 && day.unmarked === 0 && day.blank === 0 ? 0 : 1)
