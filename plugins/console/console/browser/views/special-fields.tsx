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
              setWrong(true)
            }
          }}
        />
      )}
    </Field>
  )
}
