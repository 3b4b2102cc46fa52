import { RUNTIME } from "platen/sdk/device"
import { activeConfig, configuredMinutes } from "platen/sdk/kit"
import type { Catalog, Clock, Service } from "platen/sdk"
import type { Choice, Device, DeviceId, PageOwner, PageRequest, RenderRequest, Runtime } from "platen/sdk/device"
import type { Palette } from "platen/sdk/drawing"
import type { Draw, Picture } from "platen/sdk/mode"
import { replayed } from "./chance.js"
import { looksUnchanged, unlike } from "./last-picture.js"
import { chooseRequest, drawRequest } from "./requests.js"
import { refreshMinutes } from "./reservations.js"
import type { Reservations, Telemetry } from "./reservations.js"
import type { Reserved } from "./reserved.js"

/** A page that was drawn for a device and reserved on it. */
export interface Drawn {
  readonly picture: Picture
  readonly refreshMinutes: number
  readonly flags: { readonly retry: boolean; readonly refresh: boolean; readonly redraw: boolean }
  readonly reserved: Reserved
  readonly telemetry: Telemetry
}

export interface NextPageNeeds {
  readonly draw: Draw
  readonly pageRequest: (ids: readonly string[], owner: PageOwner) => PageRequest
  readonly palettes: Catalog<Palette>
  readonly service: Service
  readonly clock: Clock
  readonly random: () => number
  readonly reservations: Reservations
  /** Runs writes for which no response waits. */
  readonly after: (work: Promise<unknown>, fields: object) => void
}

/** Chooses and draws the next page of a device, and reserves it. */
export async function nextPage(needs: NextPageNeeds, { realm, mac }: DeviceId, asked: RenderRequest): Promise<Drawn> {
  const { draw, clock, reservations } = needs
  const provisional = asked.token?.provisional === true
  const replay = replayed(needs.random)
  const { choice, device, reserved } = await reservations.take(realm, mac, !provisional, (known) =>
    chooseRequest(needs, mac, asked, known, replay()),
  )
  const inks = inksOf(needs.palettes.get(asked.panel.palette))
  try {
    const panel = !provisional && isFirstOfBoot(device, inks, clock.now()) ? ONE_BIT : asked.panel
    const request = drawRequest(needs, mac, { ...asked, panel: { ...asked.panel, ...panel } }, choice, device)
    const drawn = await draw.picture(request)
    const runtime = provisional ? undefined : device?.get(RUNTIME)
    const picture = runtime?.lastPicture
      ? unlike(runtime.lastPicture, drawn, request, inks >= COLOUR && isOverlaid(runtime))
      : drawn
    const before = reservations.fallbacks(realm, mac, device)
    const retry = picture.isFallback && choice.minutes === undefined && reservations.mayFlag(before)
    const usual = choice.interval ?? configuredMinutes(device)
    const told = choice.minutes ?? refreshMinutes(usual, before, picture.isFallback)
    return {
      picture,
      refreshMinutes: told,
      flags: { retry, ...flagsOf(device, choice, drawn, !provisional) },
      reserved,
      telemetry: {
        volts: asked.volts,
        rssi: asked.rssi,
        reportedMinutes: asked.reportedMinutes,
        toldMinutes: told,
        inks,
        token: asked.token?.value,
        panel: asked.panel,
        provisional,
        flagged: retry,
      },
    }
  } catch (error) {
    needs.after(reservations.release(realm, mac, reserved), { mac })
    throw error
  }
}

/** How many inks a palette has; black and white, where it is unknown. */
export const inksOf = (palette: Palette | undefined): number =>
  palette?.entries.filter(({ ink }) => ink !== "none").length ?? 2

const BOOT_MS = 2 * 60_000
const COLOUR = 3
const ONE_BIT = { palette: "bw", codec: "bmp" } as const

/**
 * Whether this is the first picture after a boot of a listening colour device. After an alert its firmware restores the
 * one-bit buffer, which raw pictures never fill: the first picture is a one-bit BMP, so that the buffer holds a page.
 */
function isFirstOfBoot(device: Device | undefined, inks: number, now: number): boolean {
  const { bootedAt } = device?.get(RUNTIME) ?? {}
  if (!device || inks < COLOUR || bootedAt === undefined || now - bootedAt > BOOT_MS) return false
  return activeConfig(device)?.listening === true
}

function flagsOf(
  device: Device | undefined,
  choice: Choice,
  picture: Picture,
  own: boolean,
): { readonly refresh: boolean; readonly redraw: boolean } {
  const runtime = device?.get(RUNTIME)
  // The pushed picture may have expired: then another page was drawn.
  const pushed = choice.push === true && picture.mode === choice.modes[0]
  // The previous picture is only known for a confirmed device.
  const unlike = looksUnchanged(runtime?.lastPicture, picture) || isOverlaid(runtime)
  return { refresh: own && runtime?.pendingRefresh === true, redraw: pushed || (own && unlike) }
}

/** Whether something else than a page was shown last: the device would not redraw an unchanged page by itself. */
export function isOverlaid(runtime: Runtime | undefined): boolean {
  return runtime?.overlaidAt !== undefined && runtime.overlaidAt >= (runtime.shownAt ?? 0)
}
