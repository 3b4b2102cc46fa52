import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { now } from "../kit/browser.js"
import { language, moment, t } from "../kit/language.js"
import { useWork } from "../kit/load.js"
import { Button, FaultNote, Field, Form, issueOf, Warnings } from "../kit/parts.js"
import { PlaceField } from "./place.js"
import { SavedSelect } from "./saved-select.js"
import type { Playlist } from "./pages.js"
import type { Shared } from "./screen.js"

const STRATEGIES = ["cycle", "random", "smart", "time_slot"] as const
const LANGUAGES = [
  "en",
  "zh",
  "zh-Hant",
  "de",
  "es",
  "fr",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt",
  "ru",
  "sv",
  "tr",
] as const
const TONES = ["neutral", "positive", "deep", "humor"] as const
const HOUR_MS = 3_600_000

interface Props {
  readonly shared: Shared
  readonly playlist: Playlist
  readonly onSave: (change: Partial<Playlist>) => Promise<boolean>
}

/** What holds for all pages: how the next one is chosen, quiet hours, a pause, place, language and tone. */
export function PageDefaults({ shared, playlist, onSave }: Props): JSX.Element {
  const { mac, config, again } = shared
  const [from, setFrom] = useState(playlist.quiet?.from ?? "23:00")
  const [to, setTo] = useState(playlist.quiet?.to ?? "06:30")
  const work = useWork()
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const [saved, setSaved] = useState(false)
  const keep = (change: Partial<Playlist>): void => void onSave(change).then(setSaved)
  const save = (body: object): void =>
    void work
      .run(async () => {
        const { warnings: said = [] } = await call<{ warnings?: readonly string[] }>("POST", "api/config", {
          mac,
          ...body,
        })
        setWarnings(said)
      })
      .then((done) => {
        setSaved(done)
        again()
      })
  const names = new Intl.DisplayNames([language.value === "zh" ? "zh-CN" : language.value], { type: "language" })
  return (
    <section>
      <h2>{t("defaults.title")}</h2>
      <div class="grid">
        <Field label={t("defaults.strategy")} help={t(`strategy.${known(playlist.strategy)}`)}>
          {(input) => (
            <SavedSelect
              input={input}
              value={playlist.strategy}
              onSave={(strategy) => keep({ strategy })}
              choices={STRATEGIES.map((id) => [id, t(`strategy.${id}.name`)] as const)}
            />
          )}
        </Field>
        <Field label={t("defaults.language")}>
          {(input) => (
            <SavedSelect
              input={input}
              value={config?.language ?? ""}
              onSave={(chosen) => save({ language: chosen })}
              choices={[
                ...(LANGUAGES.some((id) => id === config?.language)
                  ? []
                  : [[config?.language ?? "", config?.language || t("defaults.usual")] as const]),
                ...LANGUAGES.map((id) => [id, names.of(id) ?? id] as const),
              ]}
            />
          )}
        </Field>
        <Field label={t("defaults.tone")} help={t("defaults.toneHelp")}>
          {(input) => (
            <SavedSelect
              input={input}
              value={config?.content_tone ?? "neutral"}
              onSave={(tone) => save({ content_tone: tone })}
              choices={TONES.map((id) => [id, t(`tone.${id}`)] as const)}
            />
          )}
        </Field>
        <Field label={t("defaults.zone")} help={t("defaults.zoneHelp")} fault={issueOf(work.fault, "timezone")}>
          {(input) => (
            <SavedSelect
              input={input}
              value={config?.timezone ?? ""}
              onSave={(timezone) => save({ timezone })}
              choices={[
                ["", t("defaults.usual")] as const,
                ...zones(config?.timezone).map((id) => [id, id.replaceAll("_", " ")] as const),
              ]}
            />
          )}
        </Field>
        <PlaceField
          label={t("defaults.place")}
          value={config?.city ?? ""}
          fault={issueOf(work.fault, "city")}
          onChoose={({ city, latitude, longitude }) => save({ city, latitude, longitude })}
        />
      </div>
      <Warnings sentences={warnings} />
      <FaultNote fault={work.fault} />
      <p role="status">{saved ? t("saved") : ""}</p>
      <h3>{t("quiet.title")}</h3>
      <p class="help">{t("quiet.help", { zone: config?.timezone || t("defaults.usual") })}</p>
      <Form onSend={() => keep({ quiet: { from, to } })} label={t("quiet.title")}>
        <div class="inline">
          <Field label={t("quiet.from")}>
            {(input) => (
              <input {...input} type="time" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
            )}
          </Field>
          <Field label={t("quiet.to")}>
            {(input) => (
              <input {...input} type="time" value={to} onInput={(event) => setTo(event.currentTarget.value)} />
            )}
          </Field>
          <Button submit>{t(playlist.quiet ? "quiet.change" : "quiet.on")}</Button>
          {playlist.quiet && (
            <Button kind="quiet" onClick={() => keep({ quiet: null })}>
              {t("quiet.off")}
            </Button>
          )}
        </div>
      </Form>
      <h3>{t("pause.title")}</h3>
      <p class="help">
        {playlist.pausedUntil ? t("pause.until", { when: moment(playlist.pausedUntil) }) : t("pause.help")}
      </p>
      <p class="buttons">
        {playlist.pausedUntil ? (
          <Button onClick={() => keep({ pausedUntil: null })}>{t("pause.end")}</Button>
        ) : (
          [3, 24, 168].map((hours) => (
            <Button key={hours} onClick={() => keep({ pausedUntil: new Date(now() + hours * HOUR_MS).toISOString() })}>
              {t(`pause.${hours as 3 | 24 | 168}`)}
            </Button>
          ))
        )}
      </p>
    </section>
  )
}

/** The time zones of the browser, and the one that is set. */
function zones(own: string | undefined): readonly string[] {
  const all = Intl.supportedValuesOf("timeZone")
  return own && !all.includes(own) ? [own, ...all] : all
}

function known(strategy: string): (typeof STRATEGIES)[number] {
  return STRATEGIES.find((id) => id === strategy) ?? "cycle"
}
