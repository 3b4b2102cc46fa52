import { z } from "platen/sdk"
import { column, defineMode } from "platen/sdk/mode"
import type { Catalog, Service } from "platen/sdk"
import type { ChooseRequest, ConfigRecord, Device, DeviceConfig } from "platen/sdk/device"
import type { SlicedDevice } from "platen/sdk/kit"
import type { Mode, ModeCatalog } from "platen/sdk/mode"
import { isTimeZone, localTime } from "platen/sdk/kit"
import { timeZoneAt } from "../../../../kernel/time-zone.js"
import { MEMORIES } from "../../../../plugins/devices/configs/choosers.js"
import { deviceOf } from "../../known-devices.js"
import type { Parts } from "../../known-devices.js"

export const MAC = "0A:BB:CC:DD:EE:FF"
export const NOON = Date.parse("2026-11-21T12:00:00Z")

/** What is saved of a device whose owner has chosen nothing but its modes. */
export const CONFIG: DeviceConfig = {
  nickname: "",
  modes: ["DAILY"],
  strategy: "random",
  refreshInterval: 60,
  language: "en",
  tone: "neutral",
  city: "",
  latitude: null,
  longitude: null,
  timeZone: "",
  zone: "",
  admin1: "",
  country: "",
  settings: {},
  listening: false,
  alwaysActive: false,
  more: {},
}

/** A mode that is only ever looked up. */
export function modeOf(id: string, more: Partial<Mode> = {}): Mode {
  return {
    ...defineMode({
      id,
      title: { en: id },
      data: z.object({}),
      content: async () => ({ data: {} }),
      fallback: () => ({}),
      view: () => ({ language: "en", body: column({}) }),
    }),
    ...more,
  }
}

/** Modes as plugins see them; `scoped`: those that only some see, by scope. */
export function modeCatalog(
  modes: readonly Mode[],
  scoped: Readonly<Record<string, readonly Mode[]>> = {},
): ModeCatalog {
  const seen = (scopes: readonly string[] = []): readonly Mode[] => [
    ...modes,
    ...scopes.flatMap((scope) => scoped[scope] ?? []),
  ]
  const page: ModeCatalog["page"] = (id, scopes) => seen(scopes).find((mode) => mode.id === id)
  return {
    page,
    get: page,
    list: seen,
    installed: (id) => modes.some((mode) => mode.id === id),
  }
}

export function catalog<T extends { readonly id: string }>(things: readonly T[]): Catalog<T> {
  return { get: (id) => things.find((each) => each.id === id), list: () => things }
}

export const service: Service = {
  version: "0.0.0",
  localTime,
  isTimeZone,
  timeZoneAt,
  defaults: { language: "en", mode: "DAILY", timeZone: "UTC" },
  warnings: () => [],
  publicUrl: undefined,
  origins: [],
  security: { registration: "open", tokenReissue: "confirm", pairing: "on", metrics: "local" },
  bounds: { storage: 4 * 2 ** 30, devices: 100_000, limits: {} },
}

export function record(id: number, config: Partial<DeviceConfig> = {}, active = true): ConfigRecord {
  return { id, createdAt: NOON, active, config: { ...CONFIG, ...config } }
}

/** What else is said of a device. `memories`: those of strategies. */
export type More = Parts & { readonly memories?: Record<string, unknown> }

/** A device with one config. */
export function deviceWith(config: Partial<DeviceConfig>, more: More = {}): Device {
  return changed(deviceOf({ records: [record(1, config)], next: 2 }), more)
}

/** A device of which other things are said. */
export function changed(device: Device, { memories, ...parts }: More): Device {
  const after = deviceOf(parts, device)
  return memories ? after.with(MEMORIES, { memories }) : after
}

export function memoriesOf(device: Device): Readonly<Record<string, unknown>> {
  return device.get(MEMORIES).memories
}

/** All that is kept of a device, as it is written: every value of every slice. */
export function written(device: Device | undefined): unknown {
  if (!device) return undefined
  const { settings, runtime } = device as SlicedDevice
  return JSON.parse(JSON.stringify({ settings, runtime }))
}

/** The same without a slice of its changing values. */
export function writtenWithout(slice: { readonly name: string }, device: Device | undefined): unknown {
  const all = written(device) as { readonly runtime: Record<string, unknown> } | undefined
  return all && { ...all, runtime: { ...all.runtime, [slice.name]: undefined } }
}

/** A device that asks at noon. */
export function chooseRequest(asking: Device | undefined, more: Partial<ChooseRequest> = {}): ChooseRequest {
  return {
    realm: "core",
    scopes: [],
    width: 400,
    height: 300,
    now: localTime(NOON, "UTC"),
    random: () => 0,
    ...(asking && { device: asking }),
    ...more,
  }
}
