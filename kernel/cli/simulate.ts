import { parseArgs } from "node:util"
import { BadInput, seededRandom } from "platen/sdk"
import type { Command } from "platen/sdk"
import { SimulatedDevice } from "../simulate/device.js"
import { BUILDS } from "../simulate/glass.js"
import { erasedFlash } from "../simulate/link.js"
import { tally } from "../simulate/tally.js"
import type { Tally } from "../simulate/tally.js"
import { realTime } from "../simulate/time.js"
import type { Time } from "../simulate/time.js"
import type { Server } from "../simulate/wire.js"

const help = `platen simulate --url URL [OPTIONS]

Lets devices with the firmware's habits call a server, and says how they fared: new ones that nobody owns, of all
panels in turn, switched on one after the other within the first seconds.

  --url URL        where they call, such as http://localhost:3000
  --devices N      how many, 1 to 5000, default 10
  --minutes M      how long they live, default 5
  --speed S        their minutes pass so many times as fast, 1 to 1000, default 1; the server's do not

Exit code 1 when one was answered with something on which the firmware shows rubbish, crashes or is stranded,
and when none was shown a page.

Example: platen simulate --url http://localhost:3000 --devices 50 --minutes 30 --speed 10
`

const MINUTE_MS = 60_000
/** From the first device switched on to the last. */
const SPREAD_MS = 10_000

export const simulate: Command = {
  name: "simulate",
  summary: "let simulated devices call a server",
  help,
  run: async (args, terminal) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        url: { type: "string" },
        devices: { type: "string", default: "10" },
        minutes: { type: "string", default: "5" },
        speed: { type: "string", default: "1" },
      },
    })
    const server = serverOf(values.url)
    const [devices, minutes, speed] = [
      number("devices", values.devices, 1, 5_000),
      number("minutes", values.minutes, 0.01, 100_000),
      number("speed", values.speed, 1, 1_000),
    ]
    if (!Number.isInteger(devices))
      throw new BadInput(`--devices ${values.devices} is no number of devices: write a whole one.`)
    const time = realTime(() => performance.now(), speed)
    const sums = tally()
    const ends = time.now() + minutes * MINUTE_MS
    await Promise.all(
      Array.from({ length: devices }, (_, i) =>
        live({ server, time, sums, ends, delay: (Math.min(SPREAD_MS, (minutes * MINUTE_MS) / 10) * i) / devices }, i),
      ),
    )
    terminal.out(
      `${devices} device${devices === 1 ? "" : "s"}, ${minutes} minute${minutes === 1 ? "" : "s"}\n${sums.table()}`,
    )
    if (sums.isEmpty) terminal.out(`No device was shown a page: see that the server at ${values.url} runs.\n`)
    return sums.isWell ? 0 : 1
  },
}

interface Life {
  readonly server: Server
  readonly time: Time
  readonly sums: Tally
  readonly ends: number
  readonly delay: number
}

/** One device, from its switching on to the end. */
async function live({ server, time, sums, ends, delay }: Life, i: number): Promise<void> {
  const random = seededRandom(`simulated device ${i}`)
  const digits = Array.from({ length: 6 }, () => Math.floor(random() * 10)).join("")
  // Locally administered: no real device has such an address.
  const mac = [
    "0E",
    "51",
    ...[i >> 24, i >> 16, i >> 8, i].map((byte) => (byte & 255).toString(16).padStart(2, "0").toUpperCase()),
  ].join(":")
  await time.sleep(delay)
  const device = new SimulatedDevice({
    server,
    mac,
    build: BUILDS[i % BUILDS.length]!,
    flash: erasedFlash(digits),
    time,
    ticks: () => performance.now(),
    told: (event) => sums.told(event),
  })
  const end = time.sleep(Math.max(0, ends - time.now())).then(() => device.stop())
  try {
    await device.run()
  } catch (error) {
    if ((error as Error).name !== "Choked") throw error
    sums.choked((error as Error).message.replaceAll(mac, "MAC"))
  }
  await end
}

function serverOf(given: string | undefined): Server {
  if (given === undefined) throw new BadInput("say where the server is: --url http://localhost:3000")
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url?.protocol !== "http:")
    throw new BadInput(`--url ${given} is no address that a device can call here: write http://HOST:PORT.`)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 80),
    prefix: url.pathname.replace(/\/+$/, ""),
  }
}

function number(name: string, given: string, least: number, most: number): number {
  const value = Number(given)
  if (given.trim() === "" || !(value >= least && value <= most))
    throw new BadInput(`--${name} ${given} is out of range: write a number from ${least} to ${most}.`)
  return value
}
