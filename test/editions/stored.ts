import path from "node:path"
import { CLOCK, Unavailable, z } from "platen/sdk"
import { DEVICES, QUOTAS, RUNTIME, TOKENS } from "platen/sdk/device"
import { isExpired, SlicedDevice } from "platen/sdk/kit"
import type { Device } from "platen/sdk/device"
import { fakeClock } from "platen/testing"
import { ALERTS } from "../../plugins/devices/alerts/slice.js"
import { WIDGET } from "../../plugins/devices/widget/slice.js"
import { sqliteEngine } from "../../plugins/operation/storage-sqlite/sqlite.js"
import type { Stage } from "platen/testing"
import { storeOf } from "../../kernel/storage/store.js"

/** Everything that a server keeps in a folder, by key, as it stands there: to see whether a call has changed anything. */
export async function stored(folder: string): Promise<Readonly<Record<string, string>>> {
  // A clock before all time: what runs out is told, too.
  const engine = await sqliteEngine(path.join(folder, "platen.db"), fakeClock(1))
  const rows = await engine.scan({ prefix: "", limit: 100_000 })
  await engine.close()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** Puts modes of devices, by MAC, into the store of a server that does not run: as another version may have kept them. */
export async function keepModes(folder: string, modes: Readonly<Record<string, unknown>>): Promise<void> {
  const clock = fakeClock()
  const engine = await sqliteEngine(path.join(folder, "platen.db"), clock)
  const kept = storeOf(engine, clock, "mode-studio").collection("modes", z.any())
  for (const [mac, given] of Object.entries(modes)) await kept.set(`extended/${mac}`, { modes: given })
  await engine.close()
}

/** What no call says of a device. Only this file knows how devices are kept: tests set up and look over HTTP. */
export interface Where {
  readonly stage: Stage
}
type Named = { readonly mac: string }

const documentOf = (
  { stage }: Where,
  { mac }: Named,
  realm: "core" | "extended" = "extended",
): Promise<Device | undefined> => stage.app.get(DEVICES).get(realm, mac)

/** All that is kept of a device itself, as text; "" of one that nothing is kept of. `butTokens`: all but the tokens of whoever says to be it. */
export async function keptText(
  where: Where,
  device: Named,
  { realm, butTokens = false }: { readonly realm?: "core" | "extended"; readonly butTokens?: boolean } = {},
): Promise<string> {
  const known = await documentOf(where, device, realm)
  const counted = butTokens ? known?.with(TOKENS, { tokens: [] }) : known
  return counted instanceof SlicedDevice ? JSON.stringify([counted.settings, counted.runtime]) : ""
}

/** The devices that anything is kept of. */
export async function keptMacs({ stage }: Where): Promise<readonly string[]> {
  const macs: string[] = []
  for await (const { mac } of stage.app.get(DEVICES).all()) macs.push(mac)
  return macs
}

/** Alerts that wait, and when the last one was taken: reading them takes them. */
export async function alertsKept(
  where: Where,
  device: Named,
): Promise<{ readonly messages: readonly string[]; readonly takenAt: number | undefined; readonly token: boolean }> {
  const known = await documentOf(where, device)
  const { waiting = [], token } = known?.get(ALERTS) ?? {}
  return {
    messages: waiting.map(({ message }) => message),
    takenAt: known?.get(RUNTIME).overlaidAt,
    token: token !== undefined,
  }
}

/** Inks that the device asked for when it last showed a page. */
export async function inksKept(where: Where, device: Named): Promise<number | undefined> {
  return (await documentOf(where, device))?.get(RUNTIME).inks
}

/** Modes that were taken and not shown, and come first therefore, once all is written that answers have meant. */
export async function returnedTo(
  { stage }: Where,
  { mac }: Named,
  realm: "core" | "extended",
): Promise<readonly string[]> {
  const known = await stage.app.get(DEVICES).update(realm, mac, (device) => device)
  return (known?.get(RUNTIME).returned ?? []).map(({ mode }) => mode)
}

/** Tokens for others that the device has: "alert", "widget". */
export async function othersTokens(where: Where, device: Named): Promise<readonly string[]> {
  const known = await documentOf(where, device)
  return [
    ...(known?.get(ALERTS).token === undefined ? [] : ["alert"]),
    ...(known?.get(WIDGET).token === undefined ? [] : ["widget"]),
  ]
}

/** Whether a picture waits to be shown once. */
export async function pushKept(where: Where, device: Named): Promise<boolean> {
  return (await documentOf(where, device))?.get(RUNTIME).push !== undefined
}

/** Loses the picture that waits for a device, as a store can that was put back from an older one. */
export async function losePushed({ stage }: Where, { mac }: Named): Promise<void> {
  await stage.app.get(DEVICES).update("extended", mac, (device) => {
    const push = device?.get(RUNTIME).push
    if (!push) throw new Error(`No picture waits for ${mac}.`)
    return device?.with(RUNTIME, { push: { ...push, picture: `sha256-${"x".repeat(43)}` } })
  })
}

/** Has a change of a device crossed with work that looks at it: what the work has written of the device is overwritten by what was before. */
export async function crossed({ stage }: Where, { mac }: Named, work: () => Promise<unknown>): Promise<void> {
  const devices = stage.app.get(DEVICES)
  const before = await devices.get("extended", mac)
  await work()
  await devices.update("extended", mac, () => before)
}

/** Forgets a device whole, as when it has not called for too long. */
export async function forget({ stage }: Where, { mac }: Named): Promise<void> {
  if (!(await stage.app.get(DEVICES).forget("extended", mac))) throw new Error(`Nothing is kept of ${mac}.`)
}

/** What is left of a device that is forgotten, by kind. */
export async function leftOf({ stage }: Where, { mac }: Named): Promise<readonly string[]> {
  const devices = stage.app.get(DEVICES)
  const [row, stream] = [await devices.get("extended", mac), `extended/${mac}`]
  return [
    ...(row ? ["itself"] : []),
    ...((await devices.heartbeats.list(stream)).length > 0 ? ["heartbeats"] : []),
    ...((await devices.renders.list(stream)).length > 0 ? ["renders"] : []),
  ]
}

/** From now on nothing can be written of devices, as on a disk with no room left. */
export function fillDisk({ stage }: Where): void {
  const full = async (): Promise<never> => {
    throw new Unavailable("The store cannot be used: the disk is full: free space.", { code: "disk-full" })
  }
  Object.assign(stage.app.get(DEVICES), { update: full })
  Object.assign(stage.app.get(QUOTAS), { set: full })
}

/** A token of a device: its own, one that waits for its owner, or one that can yet undo a binding. */
export interface TokenKept {
  readonly token: string
  readonly kind: "own" | "waits" | "held"
  /** What its screen shows. */
  readonly code: string | undefined
}

/** The tokens that let somebody in, with those that no list has. */
export async function tokensKept(where: Where, device: Named): Promise<readonly TokenKept[]> {
  const now = where.stage.app.get(CLOCK).now()
  return ((await documentOf(where, device))?.get(TOKENS).tokens ?? [])
    .filter((token) => !isExpired(token, now))
    .map(({ value, provisional, heldUntil, code }) => ({
      token: value,
      kind: heldUntil !== undefined ? "held" : provisional ? "waits" : "own",
      code: code?.value,
    }))
}

/** The statement to a store that puts a value in place of what is kept of a device. */
export const damaging = (realm: "core" | "extended", { mac }: Named, value: string): string =>
  `UPDATE platen SET revision = revision + 1, value = '${value}' WHERE key LIKE 'c/devices/settings/${realm}/${mac}'`
