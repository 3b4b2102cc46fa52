import { RUNTIME } from "platen/sdk/device"
import { configuredMinutes, seededRandom } from "platen/sdk/kit"
import type { Clock, Service } from "platen/sdk"
import type { Choice, Choose, Device, Why } from "platen/sdk/device"
import { chooseRequest } from "./requests.js"
import type { Asked } from "./requests.js"
import { afterReservation } from "./reservations.js"

/** Wakes that are looked at ahead: a day of a device that comes every 15 minutes. */
export const MAX_WAKES = 100

/** A wake to come. `at`: milliseconds since 1970 in UTC; `minutes`: until the one behind it. */
export interface Wake {
  readonly at: number
  readonly choice: Choice & { readonly why: Why }
  readonly minutes: number
  /** False: it depends on chance, and another page may come. */
  readonly isCertain: boolean
}

interface Needs {
  readonly choose: Choose
  readonly service: Service
  readonly clock: Clock
}

/** The next wakes of a device within so many milliseconds, of each the page that is chosen. Nothing is taken. */
export function wakesOf(needs: Needs, mac: string, asked: Asked, device: Device, within: number): readonly Wake[] {
  const until = needs.clock.now() + within
  // Two runs with other random numbers: what differs depends on chance. The first is the same for each call between two wakes.
  const seed = `${mac} ${device.get(RUNTIME).shownAt ?? 0}`
  const [one, other] = ["a", "b"].map((name) => walk(needs, mac, asked, device, until, seededRandom(`${seed} ${name}`)))
  return one!.map((wake, i) => ({ ...wake, isCertain: modeOf(wake) === modeOf(other![i]) }))
}

function modeOf(wake: Omit<Wake, "isCertain"> | undefined): string {
  return `${wake?.at} ${wake?.choice.modes[0]}`
}

function walk(
  needs: Needs,
  mac: string,
  asked: Asked,
  first: Device,
  until: number,
  random: () => number,
): readonly Omit<Wake, "isCertain">[] {
  const wakes: Omit<Wake, "isCertain">[] = []
  let device = first
  let at = nextWake(first, needs.clock.now())
  while (at <= until && wakes.length < MAX_WAKES) {
    const request = chooseRequest({ ...needs, random }, mac, { ...asked, at }, device, random)
    const choice = needs.choose(request)
    const minutes = choice.minutes ?? choice.interval ?? configuredMinutes(device)
    wakes.push({ at, choice, minutes })
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
