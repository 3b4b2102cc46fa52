import { setTimeout as pause } from "node:timers/promises"
import { ask } from "../kernel/http/ask.js"
import { calls } from "../plugins/people/accounts/calls.js"
import { ADMIN } from "./cluster.js"
import { macOf, post } from "./fleet.js"

/** Screens whose configs are written, with numbers behind those of the fleet. */
const SCREENS = 20
const FIRST = 60_000

/** What was written, and what the servers said of it. */
export interface Written {
  tried: number
  /** Writes that were answered with 200. */
  acknowledged: number
  /** Those of them that are gone in the end. */
  readonly lost: string[]
}

/** Writes configs, and an account with every tenth, until the signal aborts; then reads what was acknowledged. `port`: of the balancer. */
export async function write(port: number, everyMs: number, signal: AbortSignal): Promise<() => Promise<Written>> {
  const written: Written = { tried: 0, acknowledged: 0, lost: [] }
  /** Of each screen the newest number that was acknowledged. */
  const newest = new Map<string, number>()
  const people: string[] = []
  const acknowledged = async (answer: Promise<{ readonly status: number }>): Promise<boolean> => {
    written.tried++
    const isDone = await answer.then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isDone) written.acknowledged++
    return isDone
  }
  for (let n = 1; !signal.aborted; n++) {
    const mac = macOf(FIRST + (n % SCREENS))
    const config = { mac, nickname: `number ${n}`, modes: ["ONE"] }
    if (await acknowledged(post(port, "/api/config", config, ADMIN))) newest.set(mac, n)
    const name = `person${n}`
    const from = { "x-forwarded-for": `203.0.${n >> 8}.${n & 255}` }
    if (n % 10 === 0 && (await acknowledged(calls(port).register(name, {}, from)))) people.push(name)
    await pause(everyMs)
  }
  return async () => {
    for (const [mac, n] of newest) {
      const answer = await ask(port, `/api/config/${mac}`, { headers: ADMIN })
      const { nickname } = answer.json() as { nickname?: string }
      // A later one may have been written whose answer never came.
      if (Number(nickname?.split(" ")[1] ?? 0) < n) written.lost.push(`${mac}: ${nickname} instead of number ${n}`)
    }
    for (const [i, name] of people.entries()) {
      const { status } = await calls(port).signIn(name, undefined, { "x-forwarded-for": `203.1.${i >> 8}.${i & 255}` })
      if (status !== 200) written.lost.push(`${name}: ${status}`)
    }
    return written
  }
}
