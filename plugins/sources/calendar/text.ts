/** A calendar as its file has it: the lines of its events, and those that define its time zones, by their names. */
export interface CalendarText {
  readonly name: string
  /** The zone in which its days are meant, as it says; "" where it does not. Floating times are floating all the same. */
  readonly timeZone: string
  /** Events that are cut off, or that another one begins within. */
  readonly broken: number
  readonly events: readonly (readonly string[])[]
  readonly zones: ReadonlyMap<string, readonly string[]>
}

const MAX_LINE = 10_000

/** What is known of the calendar that is read. */
class Reading {
  readonly found: CalendarText[] = []
  #now = fresh()
  /** Names of the components that are open, the innermost last. */
  #open: string[] = []
  #lines: string[] = []

  begin(component: string, line: string): void {
    if (component === "VCALENDAR") this.#cut(0)
    if (component === "VEVENT" && this.#open.includes("VEVENT")) this.#cut(this.#open.indexOf("VEVENT"))
    this.#open.push(component)
    if (component === "VEVENT" || component === "VTIMEZONE") this.#lines = []
    if (this.#open.includes("VTIMEZONE")) this.#lines.push(line)
  }

  end(component: string, line: string): void {
    const at = this.#open.lastIndexOf(component)
    if (at >= 0) {
      if (this.#open.includes("VTIMEZONE")) this.#lines.push(line)
      if (component === "VEVENT") this.#now.events.push(this.#lines)
      if (component === "VTIMEZONE") this.#now.zones.set(unescaped(valueIn(this.#lines, "TZID")), this.#lines)
      this.#cut(component === "VEVENT" ? at + 1 : at)
      this.#open.length = at
    }
    if (component === "VCALENDAR") this.close()
  }

  line(line: string): void {
    if (this.#open.at(-1) === "VEVENT" || this.#open.includes("VTIMEZONE")) this.#lines.push(line)
    else if (this.#open.length === 1 && /^(X-WR-CALNAME|NAME|X-WR-TIMEZONE)[;:]/i.test(line)) this.#now.about.push(line)
  }

  /** The calendar is at its end. */
  close(): void {
    this.#cut(0)
    const { about, ...calendar } = this.#now
    const name = unescaped(valueIn(about, "X-WR-CALNAME") || valueIn(about, "NAME")).trim()
    if (calendar.events.length > 0 || calendar.broken > 0 || name !== "")
      this.found.push({ ...calendar, name, timeZone: valueIn(about, "X-WR-TIMEZONE") })
    this.#now = fresh()
  }

  /** Closes what is open from a position on. An event among it has no end. */
  #cut(from: number): void {
    if (this.#open.includes("VEVENT", from)) this.#now.broken++
    this.#open.length = Math.min(this.#open.length, from)
  }
}

interface Known {
  broken: number
  readonly about: string[]
  readonly events: string[][]
  readonly zones: Map<string, readonly string[]>
}

const fresh = (): Known => ({ broken: 0, about: [], events: [], zones: new Map() })

/** The calendars of a file. `bytes`: UTF-8, each byte as a character of its own, since lines may be folded within a character. */
export function calendarsIn(bytes: string): readonly CalendarText[] {
  const reading = new Reading()
  for (const line of unfolded(bytes)) {
    const [, verb, what] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []
    if (verb === undefined) reading.line(line)
    else if (verb.toUpperCase() === "BEGIN") reading.begin(what!.toUpperCase(), line)
    else reading.end(what!.toUpperCase(), line)
  }
  reading.close()
  return reading.found
}

/** The value of the first line with a name; "" without one. */
function valueIn(lines: readonly string[], name: string): string {
  const line = lines.find(
    (each) => each.slice(0, name.length).toUpperCase() === name && /^[;:]/.test(each.slice(name.length)),
  )
  return line === undefined ? "" : valueOf(line).trim()
}

/** What stands behind the name and the parameters of a line; a colon within quotes belongs to a parameter. */
export function valueOf(line: string): string {
  return /^[^":]*(?:"[^"]*"[^":]*)*:(.*)$/s.exec(line)?.[1] ?? line.slice(line.indexOf(":") + 1)
}

/** A text as it is meant. Source: RFC 5545, 3.3.11. */
export function unescaped(text: string): string {
  return text.replace(/\\([\\;,Nn])/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign))
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
