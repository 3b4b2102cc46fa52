import { offsetOf } from "./wall.js"
import type { Offset } from "./wall.js"
import { WINDOWS_ZONES } from "./windows-zones.js"

/**
 * What Windows and programs like it show of a zone, by the names of Windows: places, and names of times. Places that are cities of the IANA
 * names stand there already.
 */
const SHOWN = `Dateline=International Date Line West|Aleutian=Aleutian Islands|Hawaiian=Hawaii|Marquesas=Marquesas Islands|Alaskan=Alaska|Pacific Standard Time (Mexico)=Baja California|Pacific=Pacific Time|US Mountain=Arizona|Mountain Standard Time (Mexico)=Chihuahua,La Paz,Mazatlan|Mountain=Mountain Time|Yukon=Yukon|Central America=Central America|Central=Central Time|Easter Island=Easter Island|Central Standard Time (Mexico)=Guadalajara,Mexico City,Monterrey|Canada Central=Saskatchewan|SA Pacific=Bogota,Lima,Quito,Rio Branco|Eastern Standard Time (Mexico)=Chetumal|Eastern=Eastern Time|Haiti=Haiti|US Eastern=Indiana|Turks And Caicos=Turks and Caicos|Atlantic=Atlantic Time|SA Western=Georgetown,La Paz,Manaus,San Juan|Newfoundland=Newfoundland|E. South America=Brasilia|SA Eastern=Cayenne,Fortaleza|Argentina=City of Buenos Aires|Greenland=Greenland|Saint Pierre=Saint Pierre and Miquelon|Bahia=Salvador|Azores=Azores|Cape Verde=Cabo Verde Is.,Cape Verde Is.|UTC=Coordinated Universal Time,Universal Time|GMT=Greenwich Mean Time,Edinburgh,Dublin,Lisbon,London|Greenwich=Monrovia,Reykjavik|W. Europe=Bern,Amsterdam,Berlin,Rome,Stockholm,Vienna|Central Europe=Belgrade,Bratislava,Budapest,Ljubljana,Prague|Romance=Brussels,Copenhagen,Madrid,Paris,Central European Time|Central European=Sarajevo,Skopje,Warsaw,Zagreb|W. Central Africa=West Central Africa|GTB=Athens,Bucharest,Eastern European Time|E. Europe=Chisinau|South Africa=Harare,Pretoria|FLE=Helsinki,Kyiv,Kiev,Riga,Sofia,Tallinn,Vilnius|West Bank=Gaza,Hebron|Arab=Kuwait,Riyadh|Russian=Moscow,St. Petersburg|Arabian=Abu Dhabi,Muscat|Astrakhan=Astrakhan,Ulyanovsk|Russia Time Zone 3=Izhevsk,Samara|Mauritius=Port Louis|West Asia=Ashgabat,Tashkent|Pakistan=Islamabad,Karachi|India=Chennai,Kolkata,Mumbai,New Delhi|Sri Lanka=Sri Jayawardenepura|Central Asia=Astana|Myanmar=Yangon,Rangoon|SE Asia=Bangkok,Hanoi,Jakarta|Altai=Barnaul,Gorno-Altaysk|China=Beijing,Chongqing,Hong Kong,Urumqi|Singapore=Kuala Lumpur,Singapore|Tokyo=Osaka,Sapporo,Tokyo|AUS Eastern=Canberra,Melbourne,Sydney|West Pacific=Guam,Port Moresby|Lord Howe=Lord Howe Island|Bougainville=Bougainville Island|Norfolk=Norfolk Island|Central Pacific=Solomon Is.,New Caledonia|Russia Time Zone 11=Anadyr,Petropavlovsk-Kamchatsky|New Zealand=Auckland,Wellington|Chatham Islands=Chatham Islands|Tonga=Nuku'alofa|Samoa=Samoa|Line Islands=Kiritimati Island`

let known: ReadonlyMap<string, readonly string[]> | undefined

/** IANA zones by places and names of times, as `folded` writes them. */
function places(): ReadonlyMap<string, readonly string[]> {
  if (known) return known
  const found = new Map<string, string[]>()
  const put = (name: string, zone: string): void => void found.set(name, [...(found.get(name) ?? []), zone])
  for (const row of SHOWN.split("|")) {
    const [windows, names] = row.toLowerCase().split("=") as [string, string]
    const zone = WINDOWS_ZONES.get(windows) ?? WINDOWS_ZONES.get(`${windows} standard time`)
    if (zone !== undefined) for (const name of names.split(",")) put(folded(name), zone)
  }
  for (const zone of [...WINDOWS_ZONES.values(), ...Intl.supportedValuesOf("timeZone")])
    put(folded(zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")), zone)
  for (const [windows, zone] of WINDOWS_ZONES) put(folded(windows), zone)
  return (known = found)
}

/** The offset of a zone by a name that says it, such as "(UTC-08:00) Pacific Time (US & Canada)"; undefined for one that does not. */
export function namedOffset(name: string): Offset | undefined {
  const { said, rest } = partsOf(name)
  const words = rest.split(/[,;:/]/).flatMap((each) => [folded(each), folded(each.replace(/\(.*?\)/g, ""))])
  const zone = words
    .filter((word) => word !== "")
    .flatMap(
      (word) => places().get(word.replace(/ (standard|daylight|summer) time$/, " time")) ?? places().get(word) ?? [],
    )
    .find((each) => said === undefined || winterOffset(each) === said)
  if (zone !== undefined) return offsetOf(zone)
  return said === undefined ? undefined : () => said
}

const SAID = /^\s*\(?\s*(?:UTC|GMT)?\s*([+\-\u2212])\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*\)?/i

/** The offset that a name begins with, in milliseconds, and what stands behind it. */
function partsOf(name: string): { readonly said: number | undefined; readonly rest: string } {
  const [whole, sign = "+", hours = "0", minutes = "0"] = SAID.exec(name) ?? /^\s*\((?:UTC|GMT)\)/i.exec(name) ?? []
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000
  if (whole === undefined || size > 14 * 3_600_000) return { said: undefined, rest: name }
  return { said: sign === "+" ? size : -size, rest: name.slice(whole.length) }
}

/** The offset of a zone while no summer time holds. */
function winterOffset(zone: string): number {
  const offset = offsetOf(zone)
  return Math.min(offset(Date.UTC(2026, 0, 15)), offset(Date.UTC(2026, 6, 15)))
}

/** A name in small letters, without accents and what stands round it. */
function folded(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim()
}
