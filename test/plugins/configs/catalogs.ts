import { z } from "platen/sdk"
import { column, defineMode } from "platen/sdk/mode"
import type { Catalog, Service } from "platen/sdk"
import type { ChooseRequest, ConfigRecord, Device, DeviceConfig } from "platen/sdk/device"
import type { Mode, ModeCatalog } from "platen/sdk/mode"
import { isTimeZone, localTime } from "../../../kernel/local-time.js"
import { deviceOf } from "../known-devices.js"

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
  characterTones: [],
  city: "",
  latitude: null,
  longitude: null,
  timeZone: "",
  zone: "",
  admin1: "",
  country: "",
  llmProvider: "",
  llmModel: "",
  imageProvider: "",
  imageModel: "",
  countdownEvents: [],
  timeSlotRules: [],
  memoText: "",
  modeOverrides: {},
  focusListening: false,
  alwaysActive: false,
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
  defaults: { language: "en", mode: "DAILY", timeZone: "UTC" },
  publicUrl: undefined,
  origins: [],
  security: { registration: "open", tokenReissue: "confirm", pairing: "on", metrics: "local" },
  bounds: { storage: 4 * 2 ** 30, devices: 100_000 },
}

export function record(id: number, config: Partial<DeviceConfig> = {}, active = true): ConfigRecord {
  return { id, createdAt: NOON, active, config: { ...CONFIG, ...config } }
}

/** A device with one config. */
export function deviceWith(config: Partial<DeviceConfig>, more: Partial<Device> = {}): Device {
  return { ...deviceOf({ configs: [record(1, config)], nextConfig: 2 }), ...more }
}

/** A device that asks at noon. */
export function chooseRequest(asking: Device | undefined, more: Partial<ChooseRequest> = {}): ChooseRequest {
  return {
    edition: "core",
    scopes: [],
    width: 400,
    height: 300,
    now: localTime(NOON, "UTC"),
    random: () => 0,
    ...(asking && { device: asking }),
    ...more,
  }
}
