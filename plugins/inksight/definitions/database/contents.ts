import { Invalid } from "platen/sdk"
import { normalizeMac } from "platen/sdk/kit"
import { quoted } from "../report.js"
import { counted } from "./outcome.js"
import { json, number, text, time } from "./tables.js"
import type { Row, Tables } from "./tables.js"
import { KEYS, LEFT_OUT, PASSING, READ } from "./schema.js"

/** Favorites of a device: as many as a device has here. */
const MAX_FAVORITES = 200

/** Configs of a device: as many as are kept of a device here. */
const MAX_CONFIGS = 5

/** A device of the old server, with what is the device's. */
export interface OldDevice {
  readonly mac: string
  /** The token by which the device signs in; "" for none. */
  token: string
  alertToken: string
  /** Its configs, the active one last. */
  configs: Row[]
  readonly modes: { readonly id: string; readonly user: string; readonly definition: unknown }[]
  readonly favorites: { readonly mode: string; readonly data: unknown; readonly at: number | undefined }[]
  /** Dates by the name of a habit. */
  readonly habits: Map<string, Set<string>>
  readonly members: { readonly user: string; readonly isOwner: boolean; readonly name: string; readonly at: number }[]
}

export interface OldPerson {
  readonly id: string
  readonly username: string
  readonly password: string
  readonly createdAt: string
  readonly isRoot: boolean
}

/** All that a database of InkSight holds and an import takes. */
export interface OldServer {
  readonly devices: readonly OldDevice[]
  readonly people: readonly OldPerson[]
  /** What is not taken, in a sentence each. */
  readonly left: readonly string[]
}

/** Reads a database of InkSight. Throws Invalid for another one. */
export async function contentsOf(file: string, tables: Tables): Promise<OldServer> {
  await checkKind(file, tables)
  const devices = new Devices()
  await readStates(tables, devices)
  await readConfigs(tables, devices)
  await readMembers(tables, devices)
  await readModes(tables, devices)
  await readFavorites(tables, devices)
  await readHabits(tables, devices)
  const users = await tables.rows("users", READ.users!)
  return {
    devices: devices.list(),
    people: users.map((row) => ({
      id: text(row, "id"),
      username: text(row, "username"),
      password: text(row, "password_hash"),
      createdAt: text(row, "created_at"),
      isRoot: text(row, "role") === "root",
    })),
    left: [...devices.faults(), ...configLeft(tables, devices), ...(await leftIn(tables))],
  }
}

async function checkKind(file: string, tables: Tables): Promise<void> {
  const has = async (table: string, column: string): Promise<boolean> => (await tables.columns(table)).has(column)
  if ((await has("configs", "mac")) || (await has("device_state", "mac"))) return
  if (tables.names.has("image_cache"))
    throw new Invalid(`${file} holds InkSight's drawn pages and nothing to take: import its inksight.db.`)
  if (tables.names.has("platen"))
    throw new Invalid(`${file} is a store of Platen: platen restore restores a backup of it.`)
  throw new Invalid(`${file} is a database, but none of InkSight: it has no table configs or device_state.`)
}

/** The devices by their MACs. Rows of one device whose MAC is written in two ways belong together. */
class Devices {
  readonly #all = new Map<string, OldDevice>()
  readonly #wrong = new Map<string, number>()

  /** The device of a row; undefined, and counted, where its MAC is none. */
  of(row: Row): OldDevice | undefined {
    const mac = macOf(row)
    if (mac === undefined) {
      const name = quoted(text(row, "mac"))
      this.#wrong.set(name, (this.#wrong.get(name) ?? 0) + 1)
      return undefined
    }
    const known = this.#all.get(mac)
    if (known) return known
    const made = {
      mac,
      token: "",
      alertToken: "",
      configs: [],
      modes: [],
      favorites: [],
      habits: new Map(),
      members: [],
    }
    this.#all.set(mac, made)
    return made
  }

  list(): readonly OldDevice[] {
    return [...this.#all.values()].sort((a, b) => (a.mac < b.mac ? -1 : 1))
  }

  faults(): readonly string[] {
    const lines = [...this.#wrong].map(([name, rows]) => `${name} is no MAC: ${counted(rows, "row")} left out.`)
    return lines.length > 20 ? [...lines.slice(0, 20), `${lines.length - 20} further texts are no MACs.`] : lines
  }
}

function macOf(row: Row): string | undefined {
  try {
    return normalizeMac(text(row, "mac"))
  } catch {
    return undefined
  }
}

/** Whether a row writes its MAC as the firmware does: of several rows of a device, this one is the device's own. */
function isExact(row: Row, { mac }: OldDevice): boolean {
  return text(row, "mac") === mac
}

async function readStates(tables: Tables, devices: Devices): Promise<void> {
  for (const row of await tables.rows("device_state", READ.device_state!)) {
    const device = devices.of(row)
    if (!device) continue
    const [token, alertToken] = [text(row, "auth_token"), text(row, "alert_token")]
    if (token !== "" && (device.token === "" || isExact(row, device))) device.token = token
    if (alertToken !== "" && (device.alertToken === "" || isExact(row, device))) device.alertToken = alertToken
  }
}

/** The configs of each device: the newest active one last, before the newest; those under the device's own spelling of its MAC after others. */
async function readConfigs(tables: Tables, devices: Devices): Promise<void> {
  for (const row of await tables.rows("configs", READ.configs!)) devices.of(row)?.configs.push(row)
  // The light server has one config for its one device.
  const [only] = await tables.rows("config", READ.config!)
  for (const device of devices.list()) {
    const rank = (each: Row): number => Number(number(each, "is_active") !== 0) * 2 + Number(isExact(each, device))
    const all = device.configs.length === 0 && only ? [only] : device.configs
    device.configs = all.toSorted((a, b) => rank(a) - rank(b)).slice(-MAX_CONFIGS)
  }
}

/** Members, or in old databases who has bound a device: the first is its owner. */
async function readMembers(tables: Tables, devices: Devices): Promise<void> {
  const members = await tables.rows("device_memberships", READ.device_memberships!)
  for (const row of members.filter((each) => ["", "active"].includes(text(each, "status")))) {
    const isOwner = text(row, "role") === "owner"
    addMember(devices.of(row), { user: text(row, "user_id"), isOwner, row, at: time(row, "created_at") })
  }
  for (const row of await tables.rows("user_devices", READ.user_devices!)) {
    const device = devices.of(row)
    const isOwner = device?.members.every((member) => !member.isOwner) ?? false
    addMember(device, { user: text(row, "user_id"), isOwner, row, at: time(row, "bound_at") })
  }
}

function addMember(
  device: OldDevice | undefined,
  { user, isOwner, row, at }: { user: string; isOwner: boolean; row: Row; at: number | undefined },
): void {
  if (!device || user === "" || device.members.some((member) => member.user === user)) return
  const hasOwner = device.members.some((member) => member.isOwner)
  device.members.push({ user, isOwner: isOwner && !hasOwner, name: text(row, "nickname").slice(0, 32), at: at ?? 0 })
}

/** Custom modes. In old databases they belong to a user alone: then each device of that user has them. */
async function readModes(tables: Tables, devices: Devices): Promise<void> {
  const isOfDevice = (await tables.columns("custom_modes")).has("mac")
  for (const row of await tables.rows("custom_modes", READ.custom_modes!)) {
    const user = text(row, "user_id")
    const mode = { id: text(row, "mode_id").toUpperCase(), user, definition: json(row, "definition_json") }
    const owners = isOfDevice
      ? [devices.of(row)]
      : devices.list().filter(({ members }) => members.some((member) => member.user === user && member.isOwner))
    for (const device of owners) device?.modes.push(mode)
  }
}

/** Favorites, each once, the newest of a device: those of today stand in the history, those of old databases in a table of their own. */
async function readFavorites(tables: Tables, devices: Devices): Promise<void> {
  const read = async (table: string, column: string, where?: string): Promise<void> => {
    for (const row of await tables.rows(table, READ[table]!, where)) {
      const content = text(row, column) === "" ? {} : json(row, column)
      devices.of(row)?.favorites.unshift({ mode: text(row, "mode_id"), data: content, at: time(row, "created_at") })
    }
  }
  await read("content_favorites", "content_snapshot")
  await read("render_content", "content", "is_favorite")
  await read("content_history", "content", "is_favorite")
  for (const { favorites } of devices.list()) favorites.splice(0, favorites.length, ...distinct(favorites))
}

function distinct(all: OldDevice["favorites"]): OldDevice["favorites"] {
  const found = new Map<string, (typeof all)[number]>()
  for (const each of all) {
    const key = JSON.stringify([each.mode, each.data])
    if (!found.has(key)) found.set(key, each)
  }
  return [...found.values()].sort((a, b) => (b.at ?? 0) - (a.at ?? 0)).slice(0, MAX_FAVORITES)
}

async function readHabits(tables: Tables, devices: Devices): Promise<void> {
  for (const row of await tables.rows("habit_records", READ.habit_records!)) {
    const device = devices.of(row)
    const name = text(row, "habit_name")
    if (!device || name === "") continue
    const dates = device.habits.get(name) ?? new Set<string>()
    device.habits.set(name, dates)
    if (number(row, "completed") !== 0) dates.add(text(row, "date"))
  }
}

/** The light server knows no device before its first call. */
function configLeft(tables: Tables, devices: Devices): readonly string[] {
  const isLost = tables.names.has("config") && devices.list().length === 0
  return isLost ? ["config: there is no device whose config it could be."] : []
}

/** What is not taken: rows of other tables, and columns that nobody here knows. */
async function leftIn(tables: Tables): Promise<readonly string[]> {
  const lines: string[] = []
  for (const table of [...tables.names].sort()) {
    if (table === "schema_versions") continue
    const known = READ[table]
    if (known) {
      lines.push(...(await columnsLeft(table, known, tables)))
      continue
    }
    const rows = await tables.count(table)
    if (rows > 0)
      lines.push(
        `${table.slice(0, 60)}, ${counted(rows, "row")}: ${LEFT_OUT[table] ?? "this table is not known here."}`,
      )
  }
  return lines
}

async function columnsLeft(table: string, known: readonly string[], tables: Tables): Promise<readonly string[]> {
  const others = [...(await tables.columns(table))].filter((column) => !known.includes(column))
  const unknown = others.filter((column) => !PASSING.has(column) && !KEYS.has(column))
  const isHistory = known.includes("is_favorite") && (await tables.count(table)) > 0
  return [
    ...(unknown.length > 0 ? [`${table}: the columns ${unknown.map(quoted).join(", ")} are not known here.`] : []),
    ...(others.some((column) => KEYS.has(column)) ? [`${table}: keys of models must be entered again.`] : []),
    ...(others.includes("email") ? [`${table}: e-mail addresses and phone numbers are not kept here.`] : []),
    ...(isHistory ? [`${table}: only favorites are taken: the history begins anew.`] : []),
  ]
}
