import { BadInput, CLOCK, defineCommand, NotFound } from "platen/sdk"
import { DEVICES, MEMBERS, RUNTIME, TOKENS } from "platen/sdk/device"
import { ACCOUNTS, AREAS } from "platen/sdk/http"
import { normalizeMac, newSecret, activeConfig, freed, isOwned, ownerOf } from "platen/sdk/kit"
import type { Catalog, Clock, Terminal } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"
import type { Accounts, Area } from "platen/sdk/http"

const help = `platen device list
platen device token MAC [--rotate] [--edition ID]
platen device forget MAC [--yes] [--edition ID]
platen device free MAC [--yes] [--edition ID]

Manages the screens in the server's data folder, also while the server runs.

  --rotate        revokes the token and creates a new one
  --yes           skips the confirmation
  --edition ID    selects the edition, if several editions know the MAC

list shows MAC, name, owner, last seen (UTC), online, battery and the mode shown last. token prints the token with which
the screen signs in: keep it secret, since its holder can act as the screen. After --rotate an owned screen shows a code,
with which its owner confirms it. forget deletes all data of a screen: config, history, owners, tokens. free releases a
screen that another person has bound: it deletes the same data, and the screen shows the pairing page at its next call.

Example: platen device token AA:BB:CC:DD:EE:FF
`

interface Needs {
  readonly devices: Devices
  readonly accounts: Pick<Accounts, "get">
  readonly clock: Clock
  readonly areas: Catalog<Area>
}

interface Given {
  readonly mac: string
  readonly realm: string | undefined
  readonly options: ReadonlySet<string>
}

/** Resolves to the exit code. */
type Do = (needs: Needs, terminal: Terminal, given: Given) => Promise<number>

const ACTIONS: Readonly<
  Record<string, { readonly options: readonly string[]; readonly named: boolean; readonly run: Do }>
> = {
  list: { options: [], named: false, run: list },
  token: { options: ["--rotate", "--edition"], named: true, run: token },
  forget: { options: ["--yes", "--edition"], named: true, run: forget },
  free: { options: ["--yes", "--edition"], named: true, run: free },
}

export default defineCommand({
  help,
  data: "server",
  needs: { devices: DEVICES, accounts: ACCOUNTS, clock: CLOCK, areas: AREAS },
  run: async (args, terminal, services) => {
    const [action = "", ...rest] = args
    const known = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
    if (!known)
      throw new BadInput(`name an action: ${Object.keys(ACTIONS).join(", ")}; platen device --help explains them.`)
    const given = read(action, rest, known)
    return known.run(await services(), terminal, given)
  },
})

function read(
  action: string,
  args: readonly string[],
  { options, named }: { readonly options: readonly string[]; readonly named: boolean },
): Given {
  const at = args.indexOf("--edition")
  const realm = at < 0 ? undefined : args[at + 1]
  const words = at < 0 ? args : args.filter((_, i) => i !== at && i !== at + 1)
  const [given, macs] = [words.filter((arg) => arg.startsWith("-")), words.filter((arg) => !arg.startsWith("-"))]
  const wrong = [...given, ...(at < 0 ? [] : ["--edition"])].find((option) => !options.includes(option))
  if (wrong !== undefined)
    throw new BadInput(`device ${action} has no option ${wrong}: platen device --help lists them.`)
  if (at >= 0 && (realm === undefined || realm.startsWith("-")))
    throw new BadInput("--edition needs an edition, such as --edition extended.")
  if (macs.length !== (named ? 1 : 0))
    throw new BadInput(
      named
        ? `name one device by its MAC: platen device ${action} AA:BB:CC:DD:EE:FF.`
        : `device ${action} takes no MAC.`,
    )
  return { mac: named ? normalizeMac(macs[0]!) : "", realm, options: new Set(given) }
}

async function list({ devices, accounts, areas }: Needs, terminal: Terminal): Promise<number> {
  const head = ["MAC", "NAME", "OWNER", "LAST SEEN", "ONLINE", "BATTERY", "MODE"]
  const rows: string[][] = []
  // Devices of the area at the root are named by their MAC alone.
  const main = areas.list().find(({ mount }) => mount === "/")?.realm
  for await (const { realm, mac, device } of devices.all()) {
    const { lastSeen: seen, isOnline } = devices.presence(device)
    const { volts, lastMode } = device.get(RUNTIME)
    rows.push([
      realm === main ? mac : `${mac} (${realm})`,
      nameOf(device) || "-",
      await ownerName(device, accounts),
      seen === undefined ? "never" : new Date(seen).toISOString().slice(0, 16).replace("T", " "),
      isOnline ? "yes" : "no",
      volts === undefined ? "-" : `${volts.toFixed(2)} V`,
      lastMode ?? "-",
    ])
  }
  terminal.out(rows.length === 0 ? "No screen has called yet.\n" : table([head, ...rows]))
  return 0
}

async function token({ devices, clock }: Needs, terminal: Terminal, given: Given): Promise<number> {
  const { realm, device } = await known(devices, given)
  const rotated = given.options.has("--rotate") ? newSecret() : undefined
  if (rotated !== undefined) {
    await devices.update(realm, given.mac, (before) =>
      before?.with(TOKENS, {
        tokens: [
          { value: rotated, createdAt: clock.now(), provisional: false },
          ...before.get(TOKENS).tokens.filter(({ provisional }) => provisional),
        ],
      }),
    )
  }
  const value = rotated ?? device.get(TOKENS).tokens.find(({ provisional }) => !provisional)?.value
  if (value === undefined)
    throw new NotFound(`${given.mac} has no token of its own: wait for its next call, or create one with --rotate.`)
  terminal.out(`${value}\n`)
  return 0
}

async function forget(needs: Needs, terminal: Terminal, given: Given): Promise<number> {
  return remove(needs, terminal, given, {
    question: "Forget",
    done: "is forgotten: the server treats its next call as that of a new screen.",
    left: () => undefined,
  })
}

async function free(needs: Needs, terminal: Terminal, given: Given): Promise<number> {
  return remove(needs, terminal, given, {
    question: "Free",
    done: "is released: at its next call the screen requests a token and shows the pairing page. The first user to type its code owns it.",
    left: (device) => device && freed(device),
  })
}

/** Deletes all data of a device after a confirmation. */
async function remove(
  { devices, accounts }: Needs,
  terminal: Terminal,
  given: Given,
  {
    question,
    done,
    left,
  }: { readonly question: string; readonly done: string; left(device: Device | undefined): Device | undefined },
): Promise<number> {
  const { realm, device } = await known(devices, given)
  const called = [nameOf(device), !isOwned(device) ? "" : `of ${await ownerName(device, accounts)}`]
    .filter(Boolean)
    .join(", ")
  const answer = given.options.has("--yes")
    ? "yes"
    : await terminal.ask(
        `${question} ${given.mac}${called && ` (${called})`} and delete its config, history, owners and tokens? yes or no: `,
      )
  if (!/^y(es)?$/i.test(answer.trim())) {
    terminal.out("Nothing was changed.\n")
    return 1
  }
  await devices.forget(realm, given.mac, left)
  terminal.out(`${given.mac} ${done}\n`)
  return 0
}

async function known(
  devices: Devices,
  { mac, realm }: Given,
): Promise<{ readonly realm: string; readonly device: Device }> {
  const found: { realm: string; device: Device }[] = []
  for await (const each of devices.all()) if (each.mac === mac && (realm ?? each.realm) === each.realm) found.push(each)
  if (found.length > 1)
    throw new BadInput(
      `${mac} is known in several editions: add --edition ${found.map((each) => each.realm).join(" or --edition ")}.`,
    )
  const [only] = found
  if (!only)
    throw new NotFound(
      `unknown device ${mac}${realm === undefined ? "" : ` in edition "${realm}"`}: platen device list shows all devices.`,
    )
  return only
}

/** The name that its owner gave it. */
function nameOf(device: Device): string {
  return printable(
    activeConfig(device)?.nickname ||
      device.get(MEMBERS).members.find(({ nickname }) => nickname !== "")?.nickname ||
      "",
  )
}

async function ownerName(device: Device, accounts: Pick<Accounts, "get">): Promise<string> {
  const owner = ownerOf(device)
  return owner === undefined ? "-" : ((await accounts.get(owner.user))?.username ?? "(removed)")
}

/** Text without control characters: a name that a user typed must not control the terminal. */
function printable(words: string): string {
  return words.replaceAll(/\p{C}/gu, "")
}

/** A text table. A Han character counts as two columns. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]!))))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell + " ".repeat(widths[i]! - widthOf(cell)))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("")
}

function widthOf(text: string): number {
  return [...text].reduce(
    (sum, character) =>
      sum +
      (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u.test(
        character,
      )
        ? 2
        : 1),
    0,
  )
}
