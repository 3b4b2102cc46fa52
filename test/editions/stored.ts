import path from "node:path"
import { DEVICES } from "platen/sdk"
import type { Device } from "platen/sdk"
import { fakeClock } from "platen/testing"
import type { Stage } from "platen/testing"
import { sqliteEngine } from "../../kernel/storage/engines/sqlite.js"

/** Everything that a server keeps in a folder, by key, as it stands there: to see whether a call has changed anything. */
export async function stored(folder: string): Promise<Readonly<Record<string, string>>> {
  // A clock before all time: what runs out is told, too.
  const engine = await sqliteEngine(path.join(folder, "platen.db"), fakeClock(1))
  const rows = await engine.scan({ prefix: "", limit: 100_000 })
  await engine.close()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

/** What no call says of a device. Only this file knows how devices are kept: tests set up and look over HTTP. */
export interface Where {
  readonly stage: Stage
}
type Named = { readonly mac: string }

const documentOf = (
  { stage }: Where,
  { mac }: Named,
  edition: "core" | "extended" = "extended",
): Promise<Device | undefined> => stage.app.get(DEVICES).get(edition, mac)

/** All that is kept of a device itself, as text; "" of one that nothing is kept of. `butTokens`: all but the tokens of whoever says to be it. */
export async function keptText(
  where: Where,
  device: Named,
  { edition, butTokens = false }: { readonly edition?: "core" | "extended"; readonly butTokens?: boolean } = {},
): Promise<string> {
  const known = await documentOf(where, device, edition)
  return known ? JSON.stringify({ ...known, ...(butTokens && { tokens: [] }) }) : ""
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
  const { alerts = [], alertedAt, alertToken } = (await documentOf(where, device)) ?? {}
  return { messages: alerts.map(({ message }) => message), takenAt: alertedAt, token: alertToken !== undefined }
}

/** Inks that the device asked for when it last showed a page. */
export async function inksKept(where: Where, device: Named): Promise<number | undefined> {
  return (await documentOf(where, device))?.colors
}

/** Modes that were taken and not shown, and come first therefore: of an edition whose calls do not say so. */
export async function returnedTo(
  where: Where,
  device: Named,
  edition?: "core" | "extended",
): Promise<readonly string[]> {
  return ((await documentOf(where, device, edition))?.returned ?? []).map(({ mode }) => mode)
}

/** Tokens for others that the device has: "alert", "widget". */
export async function othersTokens(where: Where, device: Named): Promise<readonly string[]> {
  const { alertToken, widgetToken } = (await documentOf(where, device)) ?? {}
  return [...(alertToken === undefined ? [] : ["alert"]), ...(widgetToken === undefined ? [] : ["widget"])]
}

/** Whether a picture waits to be shown once. */
export async function pushKept(where: Where, device: Named): Promise<boolean> {
  return (await documentOf(where, device))?.push !== undefined
}

/** Loses the picture that waits for a device, as a store can that was put back from an older one. */
export async function losePushed({ stage }: Where, { mac }: Named): Promise<void> {
  await stage.app.get(DEVICES).update("extended", mac, (device) => {
    if (!device?.push) throw new Error(`No picture waits for ${mac}.`)
    return { ...device, push: { ...device.push, picture: `sha256-${"x".repeat(43)}` } }
  })
}
