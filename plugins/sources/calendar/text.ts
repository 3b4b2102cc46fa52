/** A calendar as its file has it: the lines of its events, and those that define its time zones, by their names. */
export interface CalendarText {
  readonly name: string
  /** The zone of floating times that the calendar itself suggests is not read: they are floating. */
  readonly events: readonly (readonly string[])[]
  readonly zones: ReadonlyMap<string, readonly string[]>
}

const MAX_LINE = 10_000

/** The calendars of a file. `bytes`: UTF-8, each byte as a character of its own, since lines may be folded within a character. */
export function calendarsIn(bytes: string): readonly CalendarText[] {
  const found: CalendarText[] = []
  let name = ""
  let events: string[][] = []
  let zones = new Map<string, string[]>()
  /** Names of the components that are open, the innermost last. */
  const open: string[] = []
  let lines: string[] = []
  const end = (): void => {
    if (events.length > 0 || name !== "") found.push({ name, events, zones })
    name = ""
    events = []
    zones = new Map()
  }
  for (const line of unfolded(bytes)) {
    const [, verb, what] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []
    if (verb?.toUpperCase() === "BEGIN") {
      const component = what!.toUpperCase()
      if (component === "VCALENDAR" && open.length > 0) open.length = 0
      open.push(component)
      if (component === "VEVENT" || component === "VTIMEZONE") lines = []
      if (open.includes("VTIMEZONE")) lines.push(line)
    } else if (verb) {
      const component = what!.toUpperCase()
      if (open.includes("VTIMEZONE")) lines.push(line)
      const at = open.lastIndexOf(component)
      if (at >= 0) open.length = at
      if (component === "VEVENT") events.push(lines)
      if (component === "VTIMEZONE") zones.set(zoneName(lines), lines)
      if (component === "VCALENDAR") end()
    } else if (open.at(-1) === "VEVENT" || open.includes("VTIMEZONE")) lines.push(line)
    else if (open.length === 1 && /^X-WR-CALNAME[;:]/i.test(line)) name = line.slice(line.indexOf(":") + 1).trim()
  }
  end()
  return found
}

function zoneName(lines: readonly string[]): string {
  const line = lines.find((each) => /^TZID[;:]/i.test(each)) ?? ""
  return line.slice(line.indexOf(":") + 1).trim()
}

/** The lines of a file: folded ones joined, then decoded. */
function* unfolded(bytes: string): Generator<string> {
  let whole = ""
  for (const line of bytes.replace(/^\xef\xbb\xbf/, "").split(/\r\n|\n|\r/)) {
    if (line.startsWith(" ") || line.startsWith("\t")) {
      if (whole.length < MAX_LINE) whole += line.slice(1)
      continue
    }
    if (whole !== "") yield decoded(whole)
    whole = line
  }
  if (whole !== "") yield decoded(whole)
}

function decoded(bytes: string): string {
  return /[^\0-\x7f]/.test(bytes)
    ? Buffer.from(bytes.slice(0, MAX_LINE), "latin1").toString("utf8")
    : bytes.slice(0, MAX_LINE)
}
