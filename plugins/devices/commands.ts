import { BadInput, foldMac, NotFound } from "platen/sdk"
import type { Command, Device, Devices, Terminal } from "platen/sdk"

const help = `platen device list
platen device forget MAC [--edition ID]

Screens that this server knows, on its own data, while it runs or not.

  --edition ID   those of that edition, default extended

forget takes away all that is kept of a screen: its token, its people, its config, what it
has shown. At its next call it begins anew, and shows a code for whoever is to own it.

Example: platen device forget AA:BB:CC:DD:EE:FF
`

const USUAL = "extended"

export function deviceCommand(devices: Devices): Command {
  return {
    name: "device",
    summary: "list and forget the screens that this server knows",
    help,
    run: async ([action = "", ...rest], terminal) => {
      if (action === "list" && rest.length === 0) await list(devices, terminal)
      else if (action === "forget") await forget(devices, terminal, rest)
      else throw new BadInput(action === "list" ? "device list takes nothing more." : "say what to do: list, forget; platen device --help explains them.")
      return 0
    },
  }
}

async function list(devices: Devices, { out }: Terminal): Promise<void> {
  let some = false
  for await (const { edition, mac, device } of devices.all()) {
    some = true
    out(`${mac}  ${edition.padEnd(10)} ${state(device).padEnd(10)} ${device.seenAt === undefined ? "never seen" : `seen ${new Date(device.seenAt).toISOString().slice(0, 16)}Z`}\n`)
  }
  if (!some) out("None yet: point a screen at this server.\n")
}

function state({ members, configured }: Device): string {
  return members.length > 0 ? `owned (${members.length})` : configured ? "configured" : "new"
}

async function forget(devices: Devices, { out }: Terminal, args: readonly string[]): Promise<void> {
  const at = args.indexOf("--edition")
  const edition = at < 0 ? USUAL : args[at + 1]
  const [given, more] = at < 0 ? args : args.toSpliced(at, 2)
  if (given === undefined || more !== undefined || edition === undefined || given.startsWith("-")) throw new BadInput("name one screen: platen device forget MAC [--edition ID].")
  const mac = foldMac(given)
  if (!await devices.forget(edition, mac)) throw new NotFound(`${mac} is not known in the edition "${edition}": platen device list shows which are.`, { code: "device-none" })
  out(`${mac} is forgotten: at its next call it begins anew.\n`)
}
