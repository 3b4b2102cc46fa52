import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { relative, t } from "../kit/language.js"
import { useLoad, useWork } from "../kit/load.js"
import { Button, Dialog, FaultNote, Form } from "../kit/parts.js"
import type { Schema } from "../kit/schema.js"
import { SettingsFields } from "./settings-form.js"
import type { Values } from "./settings-form.js"

interface Source {
  readonly name: string
  readonly description: string
  readonly parameters: Schema
}

/** The sources that pages ask, to be tried. */
export function Sources(): JSX.Element {
  const { data, fault } = useLoad(
    async () => (await call<{ sources: readonly Source[] }>("GET", "api/sources")).sources,
    [],
  )
  const [opened, setOpened] = useState<Source | undefined>(undefined)
  return (
    <section>
      <h2>{t("server.sources")}</h2>
      <FaultNote fault={fault} />
      <ul class="rows">
        {data?.map((source) => (
          <li key={source.name}>
            <span>
              <strong>{source.name}</strong> <small>{source.description}</small>
            </span>
            <Button kind="quiet" onClick={() => setOpened(source)} label={t("server.tryOf", { name: source.name })}>
              {t("server.try")}
            </Button>
          </li>
        ))}
      </ul>
      {opened && <Try source={opened} onClose={() => setOpened(undefined)} />}
    </section>
  )
}

function Try({ source, onClose }: { readonly source: Source; readonly onClose: () => void }): JSX.Element {
  const [values, setValues] = useState<Values>({})
  const [said, setSaid] = useState<{ readonly data: unknown; readonly made_at: string } | undefined>(undefined)
  const work = useWork()
  const ask = (): void =>
    void work.run(async () => setSaid(await call("POST", `api/sources/${source.name}/try`, { parameters: values })))
  return (
    <Dialog title={source.name} onClose={onClose}>
      <Form onSend={ask} label={source.name}>
        <SettingsFields
          schema={source.parameters}
          values={values}
          onChange={setValues}
          issues={work.fault?.issues ?? []}
          path="parameters"
        />
        <FaultNote fault={work.fault} />
        <Button submit kind="first" isBusy={work.isBusy}>
          {t("server.try")}
        </Button>
      </Form>
      {said && (
        <div role="status">
          <p>{t("server.answered", { when: relative(said.made_at) })}</p>
          <pre class="code" tabIndex={0}>
            {JSON.stringify(said.data, null, 2).slice(0, 20_000)}
          </pre>
        </div>
      )}
    </Dialog>
  )
}
