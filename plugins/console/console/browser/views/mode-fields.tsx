import { useContext } from "preact/hooks"
import type { JSX } from "preact"
import { formContext, settingsOf } from "../kit/form-context.js"
import { t } from "../kit/language.js"
import { useLoad } from "../kit/load.js"
import { FaultNote, Field } from "../kit/parts.js"
import type { TextProps } from "../kit/parts.js"
import type { Schema } from "../kit/schema.js"

interface Choice {
  readonly id: string
  readonly name: string
}

/** One of some things; one that is chosen and not among them stays to be seen. */
function Chosen({ choices, none, label, help, fault, value, onChange }: TextProps & Choices): JSX.Element {
  const isKnown = value === "" || choices.some(({ id }) => id === value)
  return (
    <Field label={label} help={help} fault={fault}>
      {(input) => (
        <select {...input} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{none}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {!isKnown && <option value={value}>{t("chosen.gone", { name: value })}</option>}
        </select>
      )}
    </Field>
  )
}

interface Choices {
  readonly choices: readonly Choice[]
  readonly none: string
}

/** One of the modes. */
export function ModeField(props: TextProps): JSX.Element {
  const { modes } = useContext(formContext)
  const choices = modes.map(({ mode_id: id, display_name: name }) => ({ id, name }))
  return <Chosen {...props} choices={choices} none={t("chosen.noMode")} />
}

/** A connection or an album that the operator has granted. */
export function GrantField({ kind, ...props }: TextProps & { readonly kind: "connections" | "albums" }): JSX.Element {
  const { grants } = useContext(formContext)
  const names = grants?.[kind] ?? []
  const none = t(names.length === 0 ? "chosen.noGrant" : "chosen.none")
  return <Chosen {...props} choices={names.map((id) => ({ id, name: id }))} none={none} />
}

/** The settings of a mode that stands beside them. `children`: gets the schema of these. */
export function ModeSettings({
  mode,
  children,
}: {
  readonly mode: string
  readonly children: (schema: Schema) => JSX.Element
}): JSX.Element | null {
  const { mac } = useContext(formContext)
  const { data, fault } = useLoad(async () => (mode === "" ? undefined : await settingsOf(mode, mac)), [mode])
  if (fault) return <FaultNote fault={fault} />
  return data && Object.keys(data.properties ?? {}).length > 0 ? children(data) : null
}
