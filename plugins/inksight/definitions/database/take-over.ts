import { PlatenError } from "platen/sdk"
import type { Catalog, Clock } from "platen/sdk"
import type { Devices, Importer, ImportTarget } from "platen/sdk/device"
import { activeConfig } from "platen/sdk/kit"
import type { Accounts, User } from "platen/sdk/http"
import type { ModeCatalog } from "platen/sdk/mode"
import { quoted } from "../report.js"
import { configOf } from "./config.js"
import type { ConfigTaken } from "./config.js"
import type { OldDevice, OldServer } from "./contents.js"
import { settleDevice } from "./device.js"
import { modesOf } from "./modes.js"
import { counted, Outcome, saidOf } from "./outcome.js"
import type { Section } from "./outcome.js"
import { takePeople } from "./people.js"
import type { People } from "./people.js"

/** The services that an import needs. */
export interface Needs {
  readonly devices: Devices
  readonly accounts: Pick<Accounts, "byName">
  readonly importers: Catalog<Importer>
  readonly modes: ModeCatalog
  readonly clock: Clock
}

/** How an import goes about it. */
export interface Options {
  readonly how: ImportTarget["how"]
  /** The namespace of the devices. */
  readonly realm: string
  /** Who owns the devices that have no owner otherwise. */
  readonly owner?: User
  /** True: a user here is the person of the same name. */
  readonly samePeople: boolean
}

/** Takes a server's data over, or with "check" says what would become of it. Never rejects for a part that cannot be taken: the report says so. */
export async function takeOver(server: OldServer, needs: Needs, options: Options): Promise<readonly Section[]> {
  const people = await takePeople(server.people, needs, options)
  const sections: Section[] = people.lines.length > 0 ? [{ title: "people", lines: people.lines }] : []
  for (const device of server.devices) sections.push(await takeDevice(device, people, needs, options))
  return sections
}

async function takeDevice(old: OldDevice, people: People, needs: Needs, options: Options): Promise<Section> {
  const outcome = new Outcome()
  const member = old.members.find(({ name }) => name !== "")
  const name = String(old.configs.at(-1)?.nickname ?? "").trim() || (member?.name ?? "")
  const title = name === "" ? old.mac : `${old.mac} ${name}`
  if (!(await settleDevice(old, { people, outcome }, needs, options))) return { title, lines: outcome.lines }
  const device = { realm: options.realm, mac: old.mac }
  const { brought, renamed } = await modesOf(old, device, { outcome, needs, how: options.how })
  const target: ImportTarget = { device, how: options.how, modes: brought }
  const take = partsOf(needs, target, outcome)
  const configs = old.configs.map((row) => configOf(row, name, renamed))
  await takeConfigs(configs, { needs, target, take })
  if (old.alertToken !== "") await take("alerts", "alert token", "the same as before", { token: old.alertToken })
  for (const { mode, data, at = needs.clock.now() } of old.favorites.toReversed()) {
    const id = renamed.get(mode.toUpperCase()) ?? mode
    await take("favorites", "favorite", `of ${id.slice(0, 40)}`, { mode: id, data: shownIn(data), at })
  }
  for (const [habit, given] of old.habits) {
    const dates = datesIn(given)
    const notes = dates.length < given.size ? [`${counted(given.size - dates.length, "text")} no dates: left out.`] : []
    await take("habits", "habit", `${quoted(habit)}, ${counted(dates.length, "day")}`, { name: habit, dates }, notes)
  }
  return { title, lines: outcome.lines }
}

interface Taking {
  readonly needs: Needs
  readonly target: ImportTarget
  readonly take: Take
}

/** The active config, which is the last, after those before it, where the device has none here: they are its history. */
async function takeConfigs(all: readonly ConfigTaken[], { needs, target, take }: Taking): Promise<void> {
  const active = all.at(-1)
  if (!active) return
  const { realm, mac } = target.device!
  const known = await needs.devices.get(realm, mac)
  const isFirst = known === undefined || activeConfig(known) === undefined
  let earlier = 0
  for (const { body } of isFirst && target.how !== "check" ? all.slice(0, -1) : []) {
    try {
      await needs.importers.get("configs")?.take(body, { ...target, how: "replace" })
      earlier++
    } catch (error) {
      // One that does not hold here is none to go back to.
      if (!(error instanceof PlatenError)) throw error
    }
  }
  const how = isFirst && target.how === "add" ? "replace" : target.how
  const what = earlier === 0 ? "the active one" : `the active one, after ${counted(earlier, "earlier one")}`
  await take("configs", "config", what, active.body, active.notes, how)
}

/** Content without what the old server noted of it for itself. */
function shownIn(data: unknown): unknown {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return data
  return Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith("_")))
}

/** The texts that are dates; the old server checked none. */
function datesIn(dates: ReadonlySet<string>): readonly string[] {
  return [...dates].filter((date) => /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date)))
}

type Take = (
  id: string,
  kind: string,
  what: string,
  data: unknown,
  notes?: readonly string[],
  how?: ImportTarget["how"],
) => Promise<void>

/** Hands parts to the importers of their kinds, and notes what became of them. */
function partsOf({ importers }: Needs, target: ImportTarget, outcome: Outcome): Take {
  return async (id, kind, what, data, notes = [], how = target.how) => {
    const importer = importers.get(id)
    if (!importer) return outcome.add("refused", kind, `${what}: the plugin that has ${id} is turned off.`)
    try {
      const { result, notes: more } = await importer.take(data, { ...target, how })
      outcome.add(({ taken: "taken", same: "unchanged", kept: "kept" } as const)[result], kind, saidOf(what, result))
      if (result === "taken")
        outcome.details([...notes, ...more].map((message) => ({ result: "approximated", message })))
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error
      outcome.add("refused", kind, `${what}: ${error.message}`)
    }
  }
}
