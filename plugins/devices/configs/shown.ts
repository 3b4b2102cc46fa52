import { z } from "platen/sdk"
import { isoTime } from "platen/sdk/kit"
import type { ConfigRecord } from "platen/sdk/device"
import type { WireConfig } from "./wire-config.js"

const texts = z.array(z.string())
const degrees = z.number().nullable()
const flag = z.union([z.literal(0), z.literal(1)])
const overrides = z.record(z.string(), z.record(z.string(), z.unknown()))

/** The schema of a config in an answer. */
export const shownConfig = z
  .strictObject({
    id: z.number().int(),
    mac: z.string(),
    nickname: z.string(),
    modes: texts,
    strategy: z.string(),
    refresh_strategy: z.string(),
    refreshStrategy: z.string(),
    refresh_interval: z.number().int(),
    refreshInterval: z.number().int(),
    language: z.string(),
    mode_language: z.string(),
    modeLanguage: z.string(),
    tone: z.string(),
    content_tone: z.string(),
    contentTone: z.string(),
    character_tones: texts,
    characterTones: texts,
    city: z.string(),
    lat: degrees,
    latitude: degrees,
    lon: degrees,
    longitude: degrees,
    timezone: z.string(),
    admin1: z.string(),
    country: z.string(),
    llm_provider: z.string(),
    llmProvider: z.string(),
    llm_model: z.string(),
    llmModel: z.string(),
    image_provider: z.string(),
    imageProvider: z.string(),
    image_model: z.string(),
    imageModel: z.string(),
    countdown_events: z.array(z.unknown()),
    countdownEvents: z.array(z.unknown()),
    time_slot_rules: z.array(z.unknown()),
    memo_text: z.string(),
    memoText: z.string(),
    mode_overrides: overrides,
    modeOverrides: overrides,
    focus_listening: flag,
    is_focus_listening: z.boolean(),
    always_active: flag,
    is_always_active: z.boolean(),
    distance: z.enum(["desk", "room", "hall"]).optional(),
    has_api_key: z.literal(false),
    has_image_api_key: z.literal(false),
    is_active: flag,
    created_at: z.iso.datetime(),
  })
  .meta({
    id: "Config",
    description: "Most fields appear under several names: the documented one and those of existing pages.",
  })

/** A config as the device itself reads it: without the flag, firmware that listens turns Wi-Fi off after its first refresh, and hears no more alerts. */
export function keptAwake(read: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return read.is_focus_listening === true ? { ...read, always_active: 1, is_always_active: true } : read
}

/**
 * A config as callers read it, under the documented names and those of existing pages. Flags appear both as numbers and as
 * booleans, since the firmware searches the text for either.
 */
export function shown(
  mac: string,
  { id, createdAt, active }: ConfigRecord,
  config: WireConfig,
): Readonly<Record<string, unknown>> {
  return {
    id,
    mac,
    nickname: config.nickname,
    modes: config.modes,
    strategy: config.strategy,
    refresh_strategy: config.strategy,
    refreshStrategy: config.strategy,
    refresh_interval: config.refreshInterval,
    refreshInterval: config.refreshInterval,
    language: config.language,
    mode_language: config.language,
    modeLanguage: config.language,
    tone: config.tone,
    content_tone: config.tone,
    contentTone: config.tone,
    character_tones: config.characterTones,
    characterTones: config.characterTones,
    city: config.city,
    lat: config.latitude,
    latitude: config.latitude,
    lon: config.longitude,
    longitude: config.longitude,
    timezone: config.timeZone,
    admin1: config.admin1,
    country: config.country,
    llm_provider: config.llmProvider,
    llmProvider: config.llmProvider,
    llm_model: config.llmModel,
    llmModel: config.llmModel,
    image_provider: config.imageProvider,
    imageProvider: config.imageProvider,
    image_model: config.imageModel,
    imageModel: config.imageModel,
    countdown_events: config.countdownEvents,
    countdownEvents: config.countdownEvents,
    time_slot_rules: config.timeSlotRules,
    memo_text: config.memoText,
    memoText: config.memoText,
    mode_overrides: config.modeOverrides,
    modeOverrides: config.modeOverrides,
    focus_listening: Number(config.focusListening),
    is_focus_listening: config.focusListening,
    always_active: Number(config.alwaysActive),
    is_always_active: config.alwaysActive,
    ...(config.distance && { distance: config.distance }),
    has_api_key: false,
    has_image_api_key: false,
    is_active: Number(active),
    created_at: isoTime(createdAt),
  }
}
