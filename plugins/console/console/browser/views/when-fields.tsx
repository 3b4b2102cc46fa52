import type { JSX } from "preact"
import { t } from "../kit/language.js"
import { Field } from "../kit/parts.js"
import type { PlaylistEntry } from "./pages.js"

const DAYS = [1, 2, 3, 4, 5, 6, 7] as const

type Change = (entry: PlaylistEntry) => void

/** When an entry is shown: hours, weekdays, how long, how often. */
export function WhenFields({
  entry,
  onChange,
}: {
  readonly entry: PlaylistEntry
  readonly onChange: Change
}): JSX.Element {
  const { from, to, weekdays, minutes, weight = 1, whenEmpty = "show", ...rest } = entry
  const all = {
    ...rest,
    ...(from && to && { from, to }),
    ...(weekdays && { weekdays }),
    ...(minutes && { minutes }),
    weight,
    whenEmpty,
  }
  return (
    <fieldset>
      <legend>{t("when.title")}</legend>
      <label class="switch">
        <input
          type="checkbox"
          checked={from !== undefined}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? { ...all, from: "06:00", to: "10:00" } : without(all, "from", "to"))
          }
        />{" "}
        {t("when.hours")}
      </label>
      {from !== undefined && (
        <div class="inline">
          <Field label={t("quiet.from")}>
            {(input) => (
              <input
                {...input}
                type="time"
                value={from}
                onInput={(event) => onChange({ ...all, from: event.currentTarget.value, to: to! })}
              />
            )}
          </Field>
          <Field label={t("quiet.to")}>
            {(input) => (
              <input
                {...input}
                type="time"
                value={to === "24:00" ? "00:00" : to}
                onInput={(event) => onChange({ ...all, from, to: endOf(event.currentTarget.value) })}
              />
            )}
          </Field>
        </div>
      )}
      <fieldset class="days">
        <legend>{t("when.days")}</legend>
        {DAYS.map((day) => (
          <label key={day} class="switch">
            <input
              type="checkbox"
              checked={weekdays === undefined || weekdays.includes(day)}
              onChange={(event) => onChange(withDay(all, weekdays ?? DAYS, day, event.currentTarget.checked))}
            />{" "}
            {t(`weekday.${day}`)}
          </label>
        ))}
      </fieldset>
      <div class="inline">
        <Field label={t("when.minutes")} help={t("when.minutesHelp")}>
          {(input) => (
            <input
              {...input}
              type="number"
              min={10}
              max={1440}
              value={minutes ?? ""}
              onInput={(event) => {
                const value = event.currentTarget.valueAsNumber
                onChange(Number.isNaN(value) ? without(all, "minutes") : { ...all, minutes: value })
              }}
            />
          )}
        </Field>
        <Field label={t("when.weight")}>
          {(input) => (
            <select
              {...input}
              value={weight}
              onChange={(event) => onChange({ ...all, weight: Number(event.currentTarget.value) })}
            >
              {Array.from({ length: 10 }, (_, i) => (
                <option key={i} value={i + 1}>
                  {i + 1} ×
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <label class="switch">
        <input
          type="checkbox"
          checked={whenEmpty === "skip"}
          onChange={(event) => onChange({ ...all, whenEmpty: event.currentTarget.checked ? "skip" : "show" })}
        />{" "}
        {t("when.skip")}
      </label>
    </fieldset>
  )
}

function without(entry: PlaylistEntry, ...names: readonly (keyof PlaylistEntry)[]): PlaylistEntry {
  return Object.fromEntries(
    Object.entries(entry).filter(([name]) => !names.includes(name as keyof PlaylistEntry)),
  ) as unknown as PlaylistEntry
}

function withDay(entry: PlaylistEntry, days: readonly number[], day: number, isOn: boolean): PlaylistEntry {
  const next = isOn ? [...days, day].toSorted((a, b) => a - b) : days.filter((each) => each !== day)
  // All of them, or none: on every day.
  return next.length === 7 || next.length === 0 ? without(entry, "weekdays") : { ...entry, weekdays: next }
}

/** Midnight as an end is that of the day. */
function endOf(time: string): string {
  return time === "00:00" ? "24:00" : time
}
