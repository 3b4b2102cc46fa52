import { BadInput, Conflict, defineCommand, Invalid, NotFound, token } from "platen/sdk"
import { DEVICES, ownerOf } from "platen/sdk/device"
import type { Terminal } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"
import type { User } from "platen/sdk/http"
import { readName } from "./names.js"
import type { Name } from "./names.js"
import type { PasswordFault } from "./passwords.js"
import type { People } from "./service.js"

const help = `platen user add NAME [--admin] [--password-stdin]
platen user list
platen user set-password NAME [--password-stdin]
platen user promote NAME
platen user remove NAME

People who sign in, on the server's own data, while it runs or not.

  --admin            NAME may do everything
  --password-stdin   reads the password from standard input, one line; else it is asked for, twice

set-password signs NAME out everywhere. promote makes NAME an admin. remove takes NAME out of all devices as well;
what NAME owned belongs to whoever could see it longest.

Example: platen user add anna --admin
`

/** What the commands of this plugin share with its routes. */
export const PEOPLE = token<{ readonly people: People; readonly passwordFault: PasswordFault }>("accounts.people")

interface Needs {
  readonly people: People
  readonly devices: Devices
  readonly passwordFault: PasswordFault
}

type Do = (needs: Needs, terminal: Terminal, given: Given) => Promise<void>

const ACTIONS: Readonly<
  Record<string, { readonly options: readonly string[]; readonly named: boolean; readonly run: Do }>
> = {
  add: { options: ["--admin", "--password-stdin"], named: true, run: add },
  list: { options: [], named: false, run: list },
  "set-password": { options: ["--password-stdin"], named: true, run: setPassword },
  promote: { options: [], named: true, run: promote },
  remove: { options: [], named: true, run: remove },
}

export default defineCommand({
  help,
  data: "server",
  needs: { accounts: PEOPLE, devices: DEVICES },
  run: async (args, terminal, services) => {
    const [action = "", ...rest] = args
    const known = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
    if (!known)
      throw new BadInput(`say what to do: ${Object.keys(ACTIONS).join(", ")}; platen user --help explains them.`)
    const given = read(action, rest, known)
    const { accounts, devices } = await services()
    await known.run({ ...accounts, devices }, terminal, given)
    return 0
  },
})

interface Given {
  readonly name: string
  readonly options: ReadonlySet<string>
}

function read(
  action: string,
  args: readonly string[],
  { options, named }: { readonly options: readonly string[]; readonly named: boolean },
): Given {
  const [given, names] = [args.filter((arg) => arg.startsWith("-")), args.filter((arg) => !arg.startsWith("-"))]
  const unknown = given.find((option) => !options.includes(option))
  if (unknown !== undefined)
    throw new BadInput(`user ${action} has no option ${unknown}: platen user --help lists them.`)
  if (names.length !== (named ? 1 : 0))
    throw new BadInput(named ? `name one person: platen user ${action} NAME.` : `user ${action} takes no name.`)
  return { name: names[0] ?? "", options: new Set(given) }
}

async function add(
  { people, passwordFault }: Needs,
  terminal: Terminal,
  { name: given, options }: Given,
): Promise<void> {
  const name = checkedName(given)
  // Better before a password is asked for.
  if (await people.byName(name.shown))
    throw new Conflict(`"${name.shown}" is there already: set-password gives a new password, promote makes an admin.`)
  const { username, role } = await people.add(
    name,
    await password(terminal, options, passwordFault),
    options.has("--admin") ? "admin" : "user",
  )
  terminal.out(`${username} can sign in${role === "admin" ? ", as an admin" : ""}.\n`)
}

async function list({ people }: Needs, terminal: Terminal): Promise<void> {
  const all: User[] = []
  for await (const user of people.all()) all.push(user)
  all.sort((a, b) => a.createdAt - b.createdAt || (a.username < b.username ? -1 : 1))
  for (const { username, role, createdAt } of all)
    terminal.out(`${username.padEnd(32)} ${role.padEnd(5)} since ${new Date(createdAt).toISOString().slice(0, 10)}\n`)
  if (all.length === 0) terminal.out("Nobody yet: platen user add NAME --admin.\n")
}

async function setPassword(
  { people, passwordFault }: Needs,
  terminal: Terminal,
  { name, options }: Given,
): Promise<void> {
  const user = await known(people, name)
  await people.setPassword(user, await password(terminal, options, passwordFault))
  terminal.out(`${user.username} has a new password and is signed out everywhere.\n`)
}

async function promote({ people }: Needs, terminal: Terminal, { name }: Given): Promise<void> {
  const user = await known(people, name)
  await people.setRole(user, "admin")
  terminal.out(`${user.username} is ${user.role === "admin" ? "an admin already" : "an admin now"}.\n`)
}

async function remove({ people, devices }: Needs, terminal: Terminal, { name }: Given): Promise<void> {
  const user = await known(people, name)
  const left = await leaveDevices(devices, user)
  await people.remove(user)
  terminal.out(`${user.username} is gone.\n`)
  for (const { mac, edition, heir } of left) {
    const name = heir === undefined ? undefined : ((await people.get(heir))?.username ?? "somebody")
    terminal.out(
      name === undefined
        ? `${mac} (${edition}) has no owner any more: its config and its tokens are still there; platen device forget takes them away.\n`
        : `${mac} (${edition}) belongs to ${name} now, who could see it longest.\n`,
    )
  }
  if (user.role !== "admin") return
  for await (const { role } of people.all()) if (role === "admin") return
  terminal.out(
    "No admin is left: the server shows a setup code when it starts again, or use platen user promote NAME or platen user add NAME --admin.\n",
  )
}

interface Left {
  readonly edition: string
  readonly mac: string
  /** Who owns it now. */
  readonly heir: string | undefined
}

/** Takes somebody out of every device, asked in or not. Resolves to those whose owner they were. */
async function leaveDevices(devices: Devices, user: User): Promise<readonly Left[]> {
  const left: Left[] = []
  for await (const { edition, mac, device } of devices.all()) {
    if (![...device.members, ...device.requests].some((each) => each.user === user.id)) continue
    let owned = false
    const after = await devices.update(edition, mac, (known) => {
      owned = known !== undefined && ownerOf(known)?.user === user.id
      return (
        known && { ...known, members: inherited(others(known.members, user)), requests: others(known.requests, user) }
      )
    })
    if (owned && after) left.push({ edition, mac, heir: ownerOf(after)?.user })
  }
  return left
}

/** A device that people see has an owner: else nobody could let others in, or say that it is the screen it says to be. */
function inherited(members: Device["members"]): Device["members"] {
  if (ownerOf({ members })) return members
  const [heir] = [...members].sort((a, b) => a.boundAt - b.boundAt)
  return members.map((each) => (each === heir ? { ...each, role: "owner" } : each))
}

function others<T extends { readonly user: string }>(list: readonly T[], { id }: User): T[] {
  return list.filter(({ user }) => user !== id)
}

function checkedName(given: string): Name {
  const name = readName(given)
  if ("fault" in name) throw new BadInput(`the name ${name.fault}.`)
  return name
}

async function known(people: People, name: string): Promise<User> {
  const user = await people.byName(name)
  if (!user) throw new NotFound(`there is nobody called "${name}": platen user list shows who is.`)
  return user
}

/** From whoever sits there, twice, or from what is piped in, once. */
async function password(terminal: Terminal, options: ReadonlySet<string>, faultOf: PasswordFault): Promise<string> {
  const once = options.has("--password-stdin")
  const given = await terminal.ask("Password: ", { hidden: true })
  const fault = faultOf(given)
  if (fault !== undefined) throw new Invalid(`the password ${fault}.`)
  if (!once && (await terminal.ask("Once more: ", { hidden: true })) !== given)
    throw new Invalid("the two passwords differ: nothing was done.")
  return given
}
