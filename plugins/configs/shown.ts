import type { ConfigRecord } from "platen/sdk"

/**
 * A config as callers read it: by the document's names and by those of existing pages. Flags both as numbers and as
 * booleans, since the firmware searches the text for either.
 */
export function shown(mac: string, { id, createdAt, active, config }: ConfigRecord): Readonly<Record<string, unknown>> {
  return {
    id,
    mac,
    nickname: config.nickname,
    modes: config.modes,
    strategy: config.strategy, refresh_strategy: config.strategy, refreshStrategy: config.strategy,
    refresh_interval: config.refreshInterval, refreshInterval: config.refreshInterval,
    language: config.language, mode_language: config.language, modeLanguage: config.language,
    tone: config.tone, content_tone: config.tone, contentTone: config.tone,
    character_tones: config.characterTones, characterTones: config.characterTones,
    city: config.city,
    lat: config.latitude, latitude: config.latitude,
    lon: config.longitude, longitude: config.longitude,
    timezone: config.timeZone, admin1: config.admin1, country: config.country,
    llm_provider: config.llmProvider, llmProvider: config.llmProvider,
    llm_model: config.llmModel, llmModel: config.llmModel,
    image_provider: config.imageProvider, imageProvider: config.imageProvider,
    image_model: config.imageModel, imageModel: config.imageModel,
    countdown_events: config.countdownEvents, countdownEvents: config.countdownEvents,
    time_slot_rules: config.timeSlotRules,
    memo_text: config.memoText, memoText: config.memoText,
    mode_overrides: config.modeOverrides, modeOverrides: config.modeOverrides,
    focus_listening: Number(config.focusListening), is_focus_listening: config.focusListening,
    always_active: Number(config.alwaysActive), is_always_active: config.alwaysActive,
    has_api_key: false, has_image_api_key: false,
    is_active: Number(active),
    created_at: new Date(createdAt).toISOString(),
  }
}
