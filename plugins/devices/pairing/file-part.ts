import { Conflict, z } from "platen/sdk"
import { MEMBERS } from "platen/sdk/device"
import { NEW_DEVICE, ownerOf } from "platen/sdk/kit"
import { defineFilePart, deviceEntry, deviceEntryId, deviceInFile, fileRealm, fileMac } from "platen/sdk/screens-file"
import type { Catalog, Clock, Issue } from "platen/sdk"
import type { Device, DeviceId, Devices, Member } from "platen/sdk/device"
import type { Accounts, Area } from "platen/sdk/http"
import type { ScreensFile, ScreensFilePart } from "platen/sdk/screens-file"
import { ownedBy } from "./claim.js"
import { MAX_MEMBERS, MAX_SHARED, withMember } from "./members.js"
import { MAX_DEVICES } from "./service.js"

const username = z.string("must be a name in quotes").trim()
const screen = z.strictObject({
  mac: fileMac,
  realm: fileRealm,
  owner: username
    .nullable()
    .optional()
    .describe("The username of its owner. A screen without one may get one here; one that has an owner keeps it."),
  members: z
    .array(username)
    .max(MAX_MEMBERS - 1)
    .optional()
    .describe("Usernames of the others who may see and control it: all of them, whoever is left out loses access."),
})
type Screen = z.output<typeof screen>

interface Needs {
  readonly devices: Devices
  readonly accounts: Accounts
  readonly areas: Catalog<Area>
  readonly clock: Clock
}

/** Owners and members of devices in the file of `platen export`. */
export function peopleOfDevicesPart(needs: Needs): ScreensFilePart {
  const { devices, areas } = needs
  return defineFilePart<Screen>({
    section: "devices",
    rank: 20,
    about: "Screens, by their MAC addresses.",
    schema: screen,
    id: (entry) => deviceEntryId(entry, areas),
    read: async () => {
      const all: Screen[] = []
      for await (const { realm, mac, device } of devices.all())
        if (device.get(MEMBERS).members.length > 0) all.push(await asWritten({ realm, mac }, device, needs))
      return all
    },
    plan: async (entry, file) => {
      const id = deviceInFile(entry, areas)
      const device = await devices.get(id.realm, id.mac)
      const before = device && (await asWritten(id, device, needs))
      const { issues, ...wanted } = await wantedOf(entry, device, file, needs)
      const isSame = wanted.owner === before?.owner && sameNames(wanted.members, before?.members)
      return {
        before,
        after: isSame && before ? before : { ...deviceEntry(id, areas), ...namesOf(wanted) },
        issues,
        apply: () => applied(id, wanted, needs),
      }
    },
  })
}

/** Usernames. `owner`: undefined for a device without one. */
interface Names {
  readonly owner?: string | undefined
  readonly members: readonly string[]
}

const namesOf = ({ owner, members }: Names): Pick<Screen, "owner" | "members"> => ({
  ...(owner !== undefined && { owner }),
  ...(members.length > 0 && { members: [...members] }),
})

const sameNames = (one: readonly string[], other: readonly string[] = []): boolean =>
  one.toSorted().join("/") === other.toSorted().join("/")

async function asWritten(id: DeviceId, device: Device, { accounts, areas }: Needs): Promise<Screen> {
  const owner = ownerOf(device)
  const nameOf = async ({ user }: Member): Promise<string> => (await accounts.get(user))?.username ?? ""
  const others = await Promise.all(
    device
      .get(MEMBERS)
      .members.filter((each) => each !== owner)
      .map(nameOf),
  )
  return {
    ...deviceEntry(id, areas),
    ...namesOf({ owner: owner && (await nameOf(owner)), members: others.filter((name) => name !== "").sort() }),
  }
}

/** Who is to have the device, by their names as they are spelled on the server, and what speaks against it. */
async function wantedOf(
  { owner, members, ...entry }: Screen,
  device: Device | undefined,
  file: ScreensFile,
  needs: Needs,
): Promise<Names & { readonly issues: readonly Issue[] }> {
  const issues: Issue[] = []
  const before: Names = device
    ? { members: [], ...((await asWritten({ realm: "", mac: entry.mac }, device, needs)) as Partial<Names>) }
    : { members: [] }
  const spelled = async (name: string, path: string): Promise<string> => {
    const known = (await needs.accounts.byName(name))?.username ?? String(personIn(file, name)?.name ?? "")
    if (known === "")
      issues.push({
        path,
        message: `there is nobody called "${name}": add them to people, or run platen user add ${name}`,
      })
    return known || name
  }
  const next = owner ? await spelled(owner, "owner") : before.owner
  if (before.owner !== undefined && (next !== before.owner || owner === null))
    issues.push({ path: "owner", message: belongsTo(before.owner, entry.mac) })
  const others: string[] = []
  for (const [i, name] of (members ?? before.members).entries()) {
    const known = members ? await spelled(name, `members.${i}`) : name
    if (known !== next && !others.includes(known)) others.push(known)
  }
  if (others.length > 0 && next === undefined)
    issues.push({ path: "members", message: "a screen without an owner has no members: name its owner too" })
  return {
    owner: next,
    members: others,
    issues: [...issues, ...(await full({ owner: next, members: others }, before, file, needs))],
  }
}

/** The person of the file who has that name, however it is spelled. */
function personIn(file: ScreensFile, name: string): { readonly name?: unknown; readonly role?: unknown } | undefined {
  return [...file.entries("people").values()].find((each) => foldOf(each.name) === foldOf(name))
}

/** A name however its capitals are written. */
function foldOf(name: unknown): string {
  return String(name).normalize("NFKC").toUpperCase().toLowerCase()
}

const belongsTo = (owner: string, mac: string): string =>
  `the screen belongs to ${owner}, and apply moves no screen between people, since its settings and history would go along: leave the owner as it is, or free the screen with platen device free ${mac}`

/** The limits on the screens of one person, with those that the file gives them. */
async function full(names: Names, before: Names, file: ScreensFile, needs: Needs): Promise<readonly Issue[]> {
  const issues: Issue[] = []
  const { owner } = names
  if (owner !== undefined && owner !== before.owner) {
    const role = personIn(file, owner)?.role ?? (await needs.accounts.byName(owner))?.role
    if (role !== "admin" && (await screensOf(owner, "owner", file, needs)) > MAX_DEVICES)
      issues.push({ path: "owner", message: `${owner} would have more than ${MAX_DEVICES} screens: unbind some first` })
  }
  for (const [i, name] of names.members.entries()) {
    if (!before.members.includes(name) && (await screensOf(name, "members", file, needs)) > MAX_SHARED)
      issues.push({ path: `members.${i}`, message: `${name} would see more than ${MAX_SHARED} screens of others` })
  }
  return issues
}

/** The number of screens that somebody owns, or sees as a member, once the file is applied. */
async function screensOf(
  name: string,
  field: "owner" | "members",
  file: ScreensFile,
  { areas, devices, accounts }: Needs,
): Promise<number> {
  const ids = new Set<string>()
  const user = await accounts.byName(name)
  for (const { realm } of user ? areas.list() : [])
    for (const { mac, device } of await devices.of(realm, user!.id))
      if ((ownerOf(device)?.user === user!.id) === (field === "owner")) ids.add(deviceEntryId({ realm, mac }, areas))
  for (const [id, entry] of file.entries("devices")) {
    const said = [entry[field] ?? []].flat()
    if (said.some((each) => foldOf(each) === foldOf(name))) ids.add(id)
  }
  return ids.size
}

async function applied(
  { realm, mac }: DeviceId,
  { owner, members }: Names,
  { devices, accounts, clock }: Needs,
): Promise<readonly string[]> {
  const idOf = async (name: string): Promise<string> => {
    const user = await accounts.byName(name)
    if (!user) throw new Conflict(`There is nobody called "${name}" any more: apply the file again.`)
    return user.id
  }
  const first = owner === undefined ? undefined : await idOf(owner)
  const others = await Promise.all(members.map(idOf))
  const boundAt = clock.now()
  let isNew = false
  await devices.update(realm, mac, (known) => {
    isNew = known === undefined
    const device = known ?? NEW_DEVICE
    const has = ownerOf(device)
    if (has && has.user !== first)
      throw new Conflict(`${mac} got another owner in the meantime: read its state with platen export.`)
    const owned =
      has || first === undefined ? device : ownedBy(device, { user: first, nickname: "", boundAt }, undefined)
    const kept = owned.get(MEMBERS).members.filter(({ user, role }) => role === "owner" || others.includes(user))
    const added = others.filter((user) => !kept.some((each) => each.user === user))
    return added.reduce(
      (all, user) => withMember(all, { user, nickname: "", boundAt }),
      owned.with(MEMBERS, { members: kept }),
    )
  })
  if (!isNew || owner === undefined) return []
  return [`${mac} has never called: at its first call it shows a code, with which ${owner} confirms it.`]
}
