import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import type { Issue } from "../kit/api.js"
import { t } from "../kit/language.js"
import { useLoad, useWork } from "../kit/load.js"
import { Button, Dialog, FaultNote, Form, Warnings } from "../kit/parts.js"
import type { Schema } from "../kit/schema.js"
import { SettingsFields } from "./settings-form.js"
import { Json } from "./special-fields.js"
import type { Values } from "./settings-form.js"

interface Plugin {
  readonly id: string
  readonly origin: string
  readonly config: unknown
  readonly schema: Schema
}

/** The plugins that run, and what to write into platen.yaml for another config. */
export function Plugins(): JSX.Element {
  const { data, fault } = useLoad(
    async () => (await call<{ plugins: readonly Plugin[] }>("GET", "api/plugins")).plugins,
    [],
  )
  const [opened, setOpened] = useState<Plugin | undefined>(undefined)
  const others = (data ?? []).filter((plugin) => !hasConfig(plugin))
  return (
    <section>
      <h2>{t("server.plugins")}</h2>
      <p class="help">{t("server.pluginsText")}</p>
      <FaultNote fault={fault} />
      <ul class="rows">
        {data?.filter(hasConfig).map((plugin) => (
          <li key={plugin.id}>
            <strong>{nameOf(plugin)}</strong>
            <Button kind="quiet" onClick={() => setOpened(plugin)} label={t("server.configOf", { name: plugin.id })}>
              {t("server.config")}
            </Button>
          </li>
        ))}
      </ul>
      {others.length > 0 && <p>{t("server.others", { names: others.map(nameOf).join(", ") })}</p>}
      {opened && <Config plugin={opened} onClose={() => setOpened(undefined)} />}
    </section>
  )
}

/** Whether a plugin takes a config: fields, or any names, such as those of services. */
const hasConfig = ({ schema }: Plugin): boolean => hasFields(schema) || schema.propertyNames !== undefined

const hasFields = ({ properties = {} }: Schema): boolean => Object.keys(properties).length > 0

/** The id of a plugin, and where it comes from unless it is built in. */
const nameOf = ({ id, origin }: Plugin): string => (origin === "built-in" ? id : `${id} (${origin})`)

/** A config as a form. Nothing is written: the operator keeps what it says in platen.yaml. */
function Config({ plugin, onClose }: { readonly plugin: Plugin; readonly onClose: () => void }): JSX.Element {
  const [values, setValues] = useState<Values>((plugin.config ?? {}) as Values)
  const [checked, setChecked] = useState<
    { readonly ok: boolean; readonly issues: readonly Issue[]; readonly yaml: string } | undefined
  >(undefined)
  const work = useWork()
  const check = (): void =>
    void work.run(async () => setChecked(await call("POST", `api/plugins/${plugin.id}/check`, { config: values })))
  const issues = (checked?.issues ?? []).map(({ path, message }) => ({ path: `config.${path}`, message }))
  return (
    <Dialog title={plugin.id} onClose={onClose}>
      <Form onSend={check} label={plugin.id}>
        {hasFields(plugin.schema) ? (
          <SettingsFields schema={plugin.schema} values={values} onChange={setValues} issues={issues} path="config" />
        ) : (
          <Json
            label={t("server.config")}
            help={undefined}
            fault={undefined}
            value={values}
            onChange={(value) => setValues((value ?? {}) as Values)}
          />
        )}
        <FaultNote fault={work.fault} />
        <Button submit kind="first" isBusy={work.isBusy}>
          {t("server.check")}
        </Button>
      </Form>
      {checked && (
        <div>
          <Warnings sentences={checked.issues.map(({ path, message }) => `${path}: ${message}`)} />
          <p role="status">{t(checked.ok ? "server.yaml" : "server.yamlWrong")}</p>
          <pre class="code" tabIndex={0}>
            {checked.yaml}
          </pre>
        </div>
      )}
    </Dialog>
  )
}
