/** Columns that an import reads, by table. A database may have fewer: InkSight added them one by one. */
export const READ: Readonly<Record<string, readonly string[]>> = {
  configs: columns(
    "id mac nickname modes refresh_strategy character_tones language mode_language content_tone city latitude longitude timezone admin1 country refresh_interval llm_provider llm_model image_provider image_model countdown_events time_slot_rules memo_text mode_overrides focus_listening always_active is_active created_at",
  ),
  /** Of the light server, which has one config. */
  config: columns(
    "id modes refresh_strategy refresh_interval city latitude longitude language content_tone time_slot_rules countdown_events memo_text focus_listening always_active llm_provider llm_model image_provider image_model mode_overrides",
  ),
  device_state: columns("mac auth_token alert_token"),
  device_memberships: columns("id mac user_id role status nickname created_at"),
  user_devices: columns("id mac user_id nickname bound_at"),
  users: columns("id username password_hash role created_at"),
  custom_modes: columns("id mode_id user_id mac definition_json"),
  content_favorites: columns("id mac mode_id content_snapshot created_at"),
  render_content: columns("id mac mode_id content is_favorite created_at"),
  content_history: columns("id mac mode_id content is_favorite created_at"),
  habit_records: columns("id mac habit_name date completed"),
}

function columns(names: string): readonly string[] {
  return names.split(" ")
}

/** Columns that are left out in silence: they hold what a device does at the moment, or what nothing here needs. */
export const PASSING: ReadonlySet<string> = new Set([
  ...columns("cycle_index last_persona last_refresh_at pending_refresh pending_mode last_state_poll_at runtime_mode"),
  ...columns("expected_refresh_min last_reconnect_regen_at alert_token_created_at updated_at created_at granted_by"),
  ...columns("content_hash invite_code phone email ota_url ota_version"),
])

/** Columns of keys of models. */
export const KEYS: ReadonlySet<string> = new Set(columns("llm_api_key image_api_key"))

/** Why tables are not taken. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  render_logs: "statistics begin anew.",
  device_heartbeats: "statistics begin anew.",
  heartbeats: "statistics begin anew.",
  user_llm_config: "keys of models are encrypted with the old server's own key, so each person enters theirs again.",
  llm_key: "the key of the model must be entered again.",
  user_preferences: "people set their widget, language and zone again.",
  push_tokens: "Platen sends no push messages.",
  shared_modes: "modes that were published are not taken: install them as files.",
  device_claim_tokens: "codes for pairing last for minutes.",
  device_access_requests: "who waits for access asks again.",
  invitation_codes: "there is nothing to redeem here.",
  api_quotas: "calls of models are counted anew.",
  alert_state: "alerts last for a minute.",
  vocab_items: "Platen has no cards for words.",
  vocab_progress: "Platen has no cards for words.",
  vocab_session_state: "Platen has no cards for words.",
}
