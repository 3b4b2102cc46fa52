import { BadInput, Conflict, defineCommand, Invalid, NotFound, token } from "platen/sdk"
import type { Terminal } from "platen/sdk"
import type { User } from "platen/sdk/http"
import type { RemoveAccount } from "./leaving.js"
import { readName } from "./names.js"
import type { Name } from "./names.js"
import type { PasswordFault } from "./passwords.js"
import type { People } from "./service.js"

const help = `platen user add NAME [--admin] [--password-stdin]
platen user list
platen user set-password NAME [--password-stdin]
platen user promote NAME
platen user remove NAME

Manages user accounts in the server's data folder, also while the server runs.

  --admin            makes NAME an admin, who may do everything
  --password-stdin   reads the password from standard input, one line; the default is to prompt for it twice

set-password ends all sessions of NAME. promote makes NAME an admin. remove also removes NAME from all devices;
the member who has had access longest becomes the owner of a device that NAME owned.

Example: platen user add anna --admin
`

/** Services that the plugin's command shares with its routes. */
export const PEOPLE = token<Needs>("accounts.people")

interface Needs {
  readonly people: People
  readonly remove: RemoveAccount
  readonly passwordFault: PasswordFault
}

type Do = (needs: Needs, terminal: Terminal, given: Given) => Promise<void>

/** `alone`: whether it needs no other plugin. */
interface Action {
  readonly options: readonly string[]
  readonly named: boolean
  readonly alone?: boolean
  readonly run: Do
}

const ACTIONS: Readonly<Record<string, Action>> = {
  add: { options: ["--admin", "--password-stdin"], named: true, alone: true, run: add },
  list: { options: [], named: false, alone: true, run: list },
  "set-password": { options: ["--password-stdin"], named: true, alone: true, run: setPassword },
  promote: { options: [], named: true, alone: true, run: promote },
  // Other plugins observe who goes.
  remove: { options: [], named: true, run: remove },
}

export default defineCommand({
  help,
  data: "server",
  needs: { accounts: PEOPLE },
  run: async (args, terminal, services) => {
    const [action = "", ...rest] = args
    const known = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
    if (!known)
      throw new BadInput(`name an action: ${Object.keys(ACTIONS).join(", ")}; platen user --help explains them.`)
    const given = read(action, rest, known)
    await known.run((await services(known)).accounts, terminal, given)
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
    throw new BadInput(named ? `name one user: platen user ${action} NAME.` : `user ${action} takes no name.`)
  return { name: names[0] ?? "", options: new Set(given) }
}

async function add(
  { people, passwordFault }: Needs,
  terminal: Terminal,
  { name: given, options }: Given,
): Promise<void> {
  const name = checkedName(given)
  // Checked before the prompt for a password.
  if (await people.byName(name.shown))
    throw new Conflict(
      `the user "${name.shown}" already exists: set-password sets a new password, promote makes an admin.`,
    )
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
  if (all.length === 0) terminal.out("There are no users yet: add one with platen user add NAME --admin.\n")
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
  terminal.out(`${user.username} is ${user.role === "admin" ? "already an admin" : "now an admin"}.\n`)
}

async function remove({ people, remove: removed }: Needs, terminal: Terminal, { name }: Given): Promise<void> {
  const user = await known(people, name)
  const left = await removed(user)
  terminal.out(`${user.username} was removed.\n`)
  for (const { mac, realm, heir } of left) {
    const name = heir === undefined ? undefined : ((await people.get(heir))?.username ?? "another user")
    terminal.out(
      name === undefined
        ? `${mac} (${realm}) has no owner now: its config and tokens remain; delete them with platen device forget.\n`
        : `${mac} (${realm}) now belongs to ${name}, who has had access longest.\n`,
    )
  }
  if (user.role !== "admin") return
  for await (const { role } of people.all()) if (role === "admin") return
  terminal.out(
    "No admin is left: run platen user promote NAME or platen user add NAME --admin, or restart the server to get a setup code.\n",
  )
}

function checkedName(given: string): Name {
  const name = readName(given)
  if ("fault" in name) throw new BadInput(`the username ${name.fault}.`)
  return name
}

async function known(people: People, name: string): Promise<User> {
  const user = await people.byName(name)
  if (!user) throw new NotFound(`no user is called "${name}": platen user list shows all users.`)
  return user
}

/** The password from two prompts, or from one line of standard input. */
async function password(terminal: Terminal, options: ReadonlySet<string>, faultOf: PasswordFault): Promise<string> {
  const once = options.has("--password-stdin")
  const given = await terminal.ask("Password: ", { hidden: true })
  const fault = faultOf(given)
  if (fault !== undefined) throw new Invalid(`the password ${fault}.`)
  if (!once && (await terminal.ask("Repeat the password: ", { hidden: true })) !== given)
    throw new Invalid("the two passwords differ: nothing was changed.")
  return given
}
