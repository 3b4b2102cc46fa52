import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { t } from "../kit/language.js"
import { Button, Field } from "../kit/parts.js"
import { isKept } from "../kit/schema.js"

export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : ""

interface OneProps {
  readonly label: string
  readonly help: string | undefined
  readonly fault: string | undefined
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A secret: written once, shown as "set", and kept until another is typed. */
export function Secret({ label, help, fault, value, onChange }: OneProps): JSX.Element {
  const [kept] = useState(isKept(value) ? value : undefined)
  if (isKept(value))
    return (
      <div class="field">
        <span class="label">{label}</span>
        <p class="with-button">
          <span>{t("secret.set")}</span>
          <Button kind="quiet" onClick={() => onChange("")} label={t("secret.changeOf", { name: label })}>
            {t("secret.change")}
          </Button>
        </p>
        {fault && <small class="fault">{fault}</small>}
      </div>
    )
  return (
    <>
      <Field label={label} help={help} fault={fault}>
        {(input) => (
          <input
            {...input}
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={textOf(value)}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      {kept && (
        <Button kind="quiet" onClick={() => onChange(kept)}>
          {t("secret.keep")}
        </Button>
      )}
    </>
  )
}

/** Whatever no other field can show: as JSON, taken once it can be read. */
export function Json({ label, help, fault, value, onChange }: OneProps): JSX.Element {
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value, null, 2))
  const [isWrong, setWrong] = useState(false)
  return (
    <Field label={label} help={help} fault={isWrong ? t("json.wrong") : fault}>
      {(input) => (
        <textarea
          {...input}
          class="code"
          rows={4}
          spellcheck={false}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            try {
              onChange(event.currentTarget.value.trim() === "" ? undefined : JSON.parse(event.currentTarget.value))
              setWrong(false)
            } catch {
              // As a text it is refused where it stands: what is typed is never thrown away without a word.
              onChange(event.currentTarget.value)
              setWrong(true)
            }
          }}
        />
      )}
    </Field>
  )
}

/** Texts by names that people choose, such as what is on by the day. */
export function TextMap({ label, help, fault, value, onChange }: OneProps): JSX.Element {
  const [rows, setRows] = useState<readonly (readonly [string, string])[]>(
    Object.entries((value ?? {}) as Readonly<Record<string, string>>),
  )
  const change = (next: readonly (readonly [string, string])[]): void => {
    setRows(next)
    onChange(Object.fromEntries(next.filter(([name, text]) => name.trim() !== "" && text.trim() !== "")))
  }
  const set = (at: number, row: readonly [string, string]): void =>
    change(rows.map((each, i) => (i === at ? row : each)))
  return (
    <fieldset class="list">
      <legend>{label}</legend>
      {help && <small class="help">{help}</small>}
      {fault && <small class="fault">{fault}</small>}
      {rows.map(([name, text], i) => (
        <div class="inline list-item" key={i}>
          <Field label={t("map.name")}>
            {(input) => (
              <input
                {...input}
                type="text"
                value={name}
                onInput={(event) => set(i, [event.currentTarget.value, text])}
              />
            )}
          </Field>
          <Field label={t("map.text")}>
            {(input) => (
              <input
                {...input}
                type="text"
                value={text}
                onInput={(event) => set(i, [name, event.currentTarget.value])}
              />
            )}
          </Field>
          <Button
            kind="quiet"
            onClick={() => change(rows.filter((_, k) => k !== i))}
            label={t("list.removeOf", { at: i + 1 })}
          >
            {t("list.remove")}
          </Button>
        </div>
      ))}
      <Button onClick={() => change([...rows, ["", ""]])}>{t("list.add")}</Button>
    </fieldset>
  )
}
