import { RUNTIME } from "platen/sdk/device"
import { configuredMinutes, oneByOne, seededRandom } from "platen/sdk/kit"
import type { Clock, Service } from "platen/sdk"
import type { Choice, Choose, Device, Why } from "platen/sdk/device"
import { chooseRequest } from "./requests.js"
import type { Asked } from "./requests.js"
import { afterReservation } from "./reservations.js"

/** Wakes that are looked at ahead: a day of a device that comes every 15 minutes. */
export const MAX_WAKES = 100
/** After so many wakes others get their turn. */
const WAKES_AT_ONCE = 10
/** One forecast after the other: each takes its share of every turn of the loop. */
const inTurn = oneByOne()

/** A wake to come, and the page that is chosen for it. `at`: milliseconds since 1970 in UTC; `minutes`: until the one behind it. */
export interface Chosen {
  readonly at: number
  readonly choice: Choice & { readonly why: Why }
  readonly minutes: number
}

export interface Wake extends Chosen {
  /** False: it depends on chance, and another page may come. */
  readonly isCertain: boolean
}

interface Needs {
  readonly choose: Choose
  readonly service: Service
  readonly clock: Clock
}

/** The next wakes of a device within so many milliseconds, of each the page that is chosen. Nothing is taken. */
export async function wakesOf(
  needs: Needs,
  mac: string,
  asked: Asked,
  device: Device,
  within: number,
): Promise<readonly Wake[]> {
  const bounds = { until: needs.clock.now() + within, most: MAX_WAKES }
  // Two runs with other random numbers: what differs depends on chance.
  const one = await inTurn(() => walk(needs, mac, asked, device, bounds, "a"))
  const other = await inTurn(() => walk(needs, mac, asked, device, bounds, "b"))
  return one.map((wake, i) => ({ ...wake, isCertain: modeOf(wake) === modeOf(other[i]) }))
}

/** The wake that `wakesOf` has at a place, from 1; undefined beyond the last. */
export async function wakeAhead(
  needs: Needs,
  mac: string,
  asked: Asked,
  device: Device,
  ahead: number,
): Promise<Chosen | undefined> {
  const bounds = { until: Infinity, most: Math.min(ahead, MAX_WAKES) }
  return (await inTurn(() => walk(needs, mac, asked, device, bounds, "a")))[ahead - 1]
}

function modeOf(wake: Chosen | undefined): string {
  return `${wake?.at} ${wake?.choice.modes[0]}`
}

/** `run`: names the random numbers, which are the same for each call between two wakes. */
async function walk(
  needs: Needs,
  mac: string,
  asked: Asked,
  first: Device,
  { until, most }: { readonly until: number; readonly most: number },
  run: string,
): Promise<readonly Chosen[]> {
  const random = seededRandom(`${mac} ${first.get(RUNTIME).shownAt ?? 0} ${run}`)
  const wakes: Chosen[] = []
  let device = first
  let at = nextWake(first, needs.clock.now())
  while (at <= until && wakes.length < most) {
    const request = chooseRequest({ ...needs, random }, mac, { ...asked, at }, device, random)
    const choice = needs.choose(request)
    const minutes = choice.minutes ?? choice.interval ?? configuredMinutes(device)
    wakes.push({ at, choice, minutes })
    if (wakes.length % WAKES_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
    device = afterReservation(device, choice, true).with(RUNTIME, { shownAt: at, toldMinutes: minutes })
    at += minutes * 60_000
  }
  return wakes
}

/** When a device will wake next, if it keeps to its interval: now, where it has never come or should have come. */
export function nextWake(device: Device, now: number): number {
  const { shownAt, toldMinutes } = device.get(RUNTIME)
  if (shownAt === undefined) return now
  return Math.max(now, shownAt + (toldMinutes ?? configuredMinutes(device)) * 60_000)
}
