import type { JSX } from "preact"
import type { Issue } from "../kit/api.js"
import { inLanguage, issueWords, t } from "../kit/language.js"
import { Button, Field } from "../kit/parts.js"
import { emptyOf, kindOf, plain } from "../kit/schema.js"
import type { Schema } from "../kit/schema.js"
import { GrantField, ModeField, ModeSettings } from "./mode-fields.js"
import { PictureField } from "./picture-field.js"
import { Json, Secret, TextMap, textOf } from "./special-fields.js"

export type Values = Readonly<Record<string, unknown>>

interface FormProps {
  readonly schema: Schema
  readonly values: Values
  readonly onChange: (values: Values) => void
  /** The server's sentences, by the paths of fields below `path`. */
  readonly issues: readonly Issue[]
  readonly path: string
}

/** The fields of an object, made of its schema. What is left out has the server's default. */
export function SettingsFields({ schema, values, onChange, issues, path }: FormProps): JSX.Element {
  return (
    <>
      {fieldsOf(schema).map(([name, each]) => (
        <SettingField
          key={name}
          name={name}
          schema={plain(each)}
          value={values[name]}
          beside={values}
          issues={issues}
          path={`${path}.${name}`}
          onChange={(value) => {
            const { [name]: _, ...rest } = values
            onChange(value === undefined ? rest : { ...rest, [name]: value })
          }}
        />
      ))}
    </>
  )
}

/** The properties that people set. */
function fieldsOf({ properties = {} }: Schema): readonly (readonly [string, Schema])[] {
  return Object.entries(properties).filter(([, each]) => plain(each)["x-platen"]?.widget !== "none")
}

interface FieldProps {
  readonly name: string
  readonly schema: Schema
  readonly value: unknown
  /** The values of the fields of the same object. */
  readonly beside: Values
  /** Undefined: the default holds. */
  readonly onChange: (value: unknown) => void
  readonly issues: readonly Issue[]
  readonly path: string
}

function SettingField(props: FieldProps): JSX.Element {
  const { name, schema, value, onChange, issues, path } = props
  const meta = schema["x-platen"] ?? {}
  const label = inLanguage(meta.label) || name
  const help = inLanguage(meta.help) || undefined
  const fault = wordsAt(issues, path)
  const shown = value ?? schema.default
  switch (kindOf(schema, name)) {
    case "secret":
      return <Secret {...{ label, help, fault, value, onChange }} />
    case "choice":
      return (
        <Field label={label} help={help} fault={fault}>
          {(input) => (
            <select
              {...input}
              value={String(shown)}
              onChange={(event) => onChange(schema.enum?.find((each) => String(each) === event.currentTarget.value))}
            >
              {schema.enum?.map((each) => (
                <option key={String(each)} value={String(each)}>
                  {inLanguage(meta.options?.[String(each)]) || String(each)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )
    case "switch":
      return (
        <div class="field switch">
          <label>
            <input
              type="checkbox"
              checked={shown === true}
              onChange={(event) => onChange(event.currentTarget.checked)}
            />{" "}
            {label}
          </label>
          {help && <small class="help">{help}</small>}
          {fault && <small class="fault">{fault}</small>}
        </div>
      )
    case "number":
      return (
        <Field label={meta.unit ? `${label} (${meta.unit})` : label} help={help} fault={fault}>
          {(input) => (
            <input
              {...input}
              type="number"
              inputMode="decimal"
              min={schema.minimum}
              max={schema.maximum}
              step={schema.type === "integer" ? 1 : "any"}
              value={typeof shown === "number" ? shown : ""}
              onInput={(event) =>
                onChange(
                  Number.isNaN(event.currentTarget.valueAsNumber) ? undefined : event.currentTarget.valueAsNumber,
                )
              }
            />
          )}
        </Field>
      )
    case "long":
      return (
        <Field label={label} help={help} fault={fault}>
          {(input) => (
            <textarea
              {...input}
              rows={4}
              maxLength={schema.maxLength}
              value={textOf(shown)}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </Field>
      )
    case "picture":
      return <PictureField {...{ label, help, fault, onChange }} value={textOf(shown)} />
    case "text":
    case "date":
      return (
        <Field label={label} help={help} fault={fault}>
          {(input) => (
            <input
              {...input}
              type={(kindOf(schema) === "date" ? "date" : "text") as "date"}
              maxLength={schema.maxLength}
              value={textOf(shown)}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </Field>
      )
    case "mode":
      return <ModeField {...{ label, help, fault, onChange }} value={textOf(shown)} />
    case "connection":
      return <GrantField {...{ label, help, fault, onChange }} kind="connections" value={textOf(shown)} />
    case "album":
      return <GrantField {...{ label, help, fault, onChange }} kind="albums" value={textOf(shown)} />
    case "mode-settings":
      return (
        <ModeSettings mode={textOf(props.beside.mode)}>
          {(own) => <SettingsFields {...{ onChange, issues, path }} schema={own} values={(shown ?? {}) as Values} />}
        </ModeSettings>
      )
    case "choices":
      return <Choices {...props} label={label} />
    case "texts":
    case "list":
      return <List {...props} label={label} help={help} fault={fault} />
    case "group":
      return (
        <fieldset>
          <legend>{label}</legend>
          <SettingsFields
            schema={schema}
            values={(shown ?? {}) as Values}
            onChange={onChange}
            issues={issues}
            path={path}
          />
        </fieldset>
      )
    case "map":
      return <TextMap {...{ label, help, fault, value: shown, onChange }} />
    case "json":
      return <Json {...{ label, help, fault, value: shown, onChange }} />
  }
}

function wordsAt(issues: readonly Issue[], path: string): string | undefined {
  const issue = issues.find((each) => each.path === path)
  return issue && issueWords(issue.message)
}

function Choices({ schema, value, onChange, label }: FieldProps & { readonly label: string }): JSX.Element {
  const chosen = (value ?? schema.default ?? []) as readonly unknown[]
  const options = plain(schema.items!)
  return (
    <fieldset>
      <legend>{label}</legend>
      {options.enum?.map((each) => (
        <label key={String(each)} class="switch">
          <input
            type="checkbox"
            checked={chosen.includes(each)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, each] : chosen.filter((other) => other !== each))
            }
          />{" "}
          {inLanguage(options["x-platen"]?.options?.[String(each)]) || String(each)}
        </label>
      ))}
    </fieldset>
  )
}

/** A list of texts or of objects, to be put in order by buttons. */
function List(
  props: FieldProps & { readonly label: string; readonly help: string | undefined; readonly fault: string | undefined },
): JSX.Element {
  const { schema, value, onChange, label, help, fault, issues, path } = props
  const items = (
    Array.isArray(value) ? value : Array.isArray(schema.default) ? schema.default : []
  ) as readonly unknown[]
  const item = plain(schema.items!)
  const isFull = schema.maxItems !== undefined && items.length >= schema.maxItems
  const set = (at: number, one: unknown): void => onChange(items.map((each, i) => (i === at ? one : each)))
  const move = (at: number): void => {
    const next = [...items]
    next.splice(at - 1, 2, items[at], items[at - 1])
    onChange(next)
  }
  return (
    <fieldset class="list">
      <legend>{label}</legend>
      {help && <small class="help">{help}</small>}
      {fault && <small class="fault">{fault}</small>}
      {items.map((one, i) => (
        <div class="list-item" key={i}>
          {item.properties ? (
            <SettingsFields
              schema={item}
              values={(one ?? {}) as Values}
              onChange={(changed) => set(i, changed)}
              issues={issues}
              path={`${path}.${i}`}
            />
          ) : (
            <Field label={t("list.item", { label, at: i + 1 })} fault={wordsAt(issues, `${path}.${i}`)}>
              {(input) => (
                <input
                  {...input}
                  type="text"
                  maxLength={item.maxLength}
                  value={textOf(one)}
                  onInput={(event) => set(i, event.currentTarget.value)}
                />
              )}
            </Field>
          )}
          <p class="buttons">
            <Button kind="quiet" isOff={i === 0} onClick={() => move(i)} label={t("list.upOf", { at: i + 1 })}>
              ↑
            </Button>
            <Button
              kind="quiet"
              onClick={() => onChange(items.filter((_, k) => k !== i))}
              label={t("list.removeOf", { at: i + 1 })}
            >
              {t("list.remove")}
            </Button>
          </p>
        </div>
      ))}
      <Button isOff={isFull} onClick={() => onChange([...items, emptyOf(item)])}>
        {t("list.add")}
      </Button>
    </fieldset>
  )
}
