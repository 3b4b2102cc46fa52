import { parseArgs } from "node:util"
import { BadInput, defineCommand, Unavailable } from "platen/sdk"
import { seededRandom } from "platen/sdk/kit"
import type { Terminal } from "platen/sdk"
import { GENERATIONS } from "./api-client.js"
import type { Generation } from "./api-client.js"
import { SimulatedDevice } from "./device.js"
import { erasedFlash } from "./flash.js"
import { connectionFault } from "./http-client.js"
import type { ServerAddress } from "./http-client.js"
import { ProtocolViolation } from "./protocol-violation.js"
import { PANELS } from "./screen.js"
import type { Panel } from "./screen.js"
import { pictureFolder } from "./show.js"
import { tally } from "./tally.js"
import type { Tally } from "./tally.js"
import { realTime } from "./time.js"
import type { Time } from "./time.js"

const help = `platen simulate --url URL [OPTIONS]

Runs simulated devices that call a server as the firmware does, and prints statistics. The devices are new and
have no owner. They take the supported panels in turn, and start one after another within the first seconds.

  --url URL        the server's address, such as http://localhost:3000
  --devices N      number of devices, 1 to 5000, default 10
  --minutes M      simulated minutes to run, 0.01 to 100000, default 5
  --speed S        simulated minutes per real minute, 1 to 1000, default 1; the server's clock does not change
  --firmware DATE  generation of the firmware, 2026-04 or 2026-07, default 2026-04; the newer one sleeps deeply
                   between two pages
  --show           prints the pairing code of each device, to type it in the browser, and keeps its pictures as PNG
                   files; then the default of --devices is 1, and of --minutes 30
  --folder FOLDER  where --show keeps pictures, default simulated-screens

Exit code 1: the server does not accept connections, it sends a response that makes the firmware show garbage,
crash or get stuck, or no device shows a picture. Exit code 2: an option is missing or invalid.

Example: platen simulate --url http://localhost:3000 --show
`

const MINUTE_MS = 60_000
/** Maximum simulated time between the start of the first device and the start of the last. */
const MAX_SPREAD_MS = 10_000

/** The command that runs simulated devices against a server. */
export default defineCommand({
  help,
  run: async (args, terminal) => {
    const { url, server, devices, minutes, speed, generation, folder } = optionsFrom(args)
    const fault = await connectionFault(server)
    if (fault !== undefined)
      throw new Unavailable(`The server at ${url} does not accept connections (${fault}): start it, or correct --url.`)
    const time = realTime(() => performance.now(), speed)
    const statistics = tally()
    const end = time.now() + minutes * MINUTE_MS
    const spread = Math.min(MAX_SPREAD_MS, (minutes * MINUTE_MS) / 10)
    await Promise.all(
      Array.from({ length: devices }, (_, i) =>
        runDevice(
          {
            server,
            time,
            statistics,
            end,
            generation,
            delay: (spread * i) / devices,
            ...(folder !== undefined && { show: { folder, url, terminal } }),
          },
          i,
        ),
      ),
    )
    terminal.out(`${counted(devices, "device")}, ${counted(minutes, "minute")}\n${statistics.table()}`)
    if (!statistics.hasPictures)
      terminal.out(`No device received a picture from ${url}: check that the address is a platen server.\n`)
    return statistics.isSuccess ? 0 : 1
  },
})

interface Options {
  readonly url: string
  readonly server: ServerAddress
  readonly devices: number
  readonly minutes: number
  readonly speed: number
  readonly generation: Generation
  /** Where pictures are kept; undefined: nowhere. */
  readonly folder: string | undefined
}

/** Throws BadInput for an option that is missing or out of range. */
function optionsFrom(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      url: { type: "string" },
      devices: { type: "string" },
      minutes: { type: "string" },
      speed: { type: "string", default: "1" },
      firmware: { type: "string", default: GENERATIONS[0] },
      show: { type: "boolean", default: false },
      folder: { type: "string" },
    },
  })
  const { url, show, devices = show ? "1" : "10", minutes = show ? "30" : "5", folder = "simulated-screens" } = values
  if (url === undefined) throw new BadInput("The option --url is missing: add it, such as --url http://localhost:3000.")
  const options = {
    url,
    server: serverFrom(url),
    devices: number("devices", devices, 1, 5_000),
    minutes: number("minutes", minutes, 0.01, 100_000),
    speed: number("speed", values.speed, 1, 1_000),
    generation: generationFrom(values.firmware),
    folder: show ? folder : undefined,
  }
  if (values.folder !== undefined && !show) throw new BadInput("--folder keeps pictures for --show: add --show.")
  if (!Number.isInteger(options.devices))
    throw new BadInput(`--devices ${devices} is not a whole number: write one from 1 to 5000.`)
  return options
}

interface Run {
  readonly server: ServerAddress
  readonly time: Time
  readonly statistics: Tally
  /** Milliseconds on the clock `time`. */
  readonly end: number
  /** Milliseconds before the device starts. */
  readonly delay: number
  readonly generation: Generation
  /** Present: its code is printed and its pictures are kept. */
  readonly show?: { readonly folder: string; readonly url: string; readonly terminal: Terminal }
}

/** Runs the device of number `i` until the end. */
async function runDevice(run: Run, i: number): Promise<void> {
  const { server, time, statistics, end, delay, generation } = run
  const random = seededRandom(`simulated device ${i}`)
  const code = Array.from({ length: 6 }, () => Math.floor(random() * 10)).join("")
  // A locally administered address: no real device has it.
  const mac = [
    "0E",
    "51",
    ...[i >> 24, i >> 16, i >> 8, i].map((byte) => (byte & 255).toString(16).padStart(2, "0").toUpperCase()),
  ].join(":")
  await time.sleep(delay)
  const panel = PANELS[i % PANELS.length]!
  const shown = run.show && showing(run.show, { mac, code, panel })
  const device = new SimulatedDevice({
    server,
    mac,
    generation,
    panel,
    flash: erasedFlash(code),
    time,
    ticks: () => performance.now(),
    onEvent: (event) => {
      statistics.onEvent(event)
      if (event.type === "shown") shown?.(device)
    },
  })
  const stopped = time.sleep(Math.max(0, end - time.now())).then(() => device.stop())
  try {
    await device.run()
  } catch (error) {
    if (!(error instanceof ProtocolViolation)) throw error
    statistics.onProtocolViolation(error.message.replaceAll(mac, "MAC"))
  }
  await stopped
}

/** Prints the code of a device. What it returns keeps each picture that the device shows, and prints its file. */
function showing(
  { folder, url, terminal }: NonNullable<Run["show"]>,
  { mac, code, panel }: { readonly mac: string; readonly code: string; readonly panel: Panel },
): (device: SimulatedDevice) => void {
  const inks = panel.palette === "bw" ? "black and white" : "black, white, red and yellow"
  terminal.out(
    `${mac}, ${panel.width} x ${panel.height}, ${inks}: its pairing code is ${code}; type it at ${url.replace(/\/+$/, "")}/config\n`,
  )
  const keep = pictureFolder(folder, mac, panel)
  return ({ screen }) => {
    if (screen.picture) terminal.out(`${mac} shows ${keep(screen.picture)}\n`)
  }
}

function generationFrom(given: string): Generation {
  const known = GENERATIONS.find((each) => each === given)
  if (known === undefined) throw new BadInput(`--firmware ${given} is not known: write ${GENERATIONS.join(" or ")}.`)
  return known
}

function serverFrom(given: string): ServerAddress {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url?.protocol !== "http:")
    throw new BadInput(`--url ${given} is not an HTTP address: write it as http://HOST:PORT.`)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 80),
    prefix: url.pathname.replace(/\/+$/, ""),
  }
}

function number(name: string, given: string, min: number, max: number): number {
  const value = Number(given)
  if (given.trim() === "" || !(value >= min && value <= max))
    throw new BadInput(`--${name} ${given} is out of range: write a number from ${min} to ${max}.`)
  return value
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}
