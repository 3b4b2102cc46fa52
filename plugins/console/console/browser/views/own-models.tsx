import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { t } from "../kit/language.js"
import { useLoad, useWork } from "../kit/load.js"
import { Button, FaultNote, Field, Form, issueOf } from "../kit/parts.js"

type Kind = "text" | "picture"
interface Provider {
  readonly id: string
  readonly title: string
  readonly model: string
  readonly needs_key: boolean
  readonly takes_address: boolean
}
interface Models {
  readonly text: readonly Provider[]
  readonly picture: readonly Provider[]
  readonly asked: Readonly<Record<Kind, string>>
  readonly spent: { readonly you?: { readonly tokens: number; readonly calls: number; readonly limit: number } }
}
interface Side {
  readonly provider: string
  readonly model: string
  readonly base_url: string
  readonly has_key: boolean
}

/** The text model and the painter that a person has chosen, with keys of their own: they go in and never come out. */
export function OwnModels(): JSX.Element {
  const { data, fault, again } = useLoad(async () => {
    const [models, own] = await Promise.all([
      call<Models>("GET", "api/models"),
      call<Readonly<Record<Kind, Side>>>("GET", "api/user/models"),
    ])
    return { models, own }
  }, [])
  const you = data?.models.spent.you
  return (
    <section>
      <h2>{t("models.title")}</h2>
      <p class="help">{t("models.about")}</p>
      <FaultNote fault={fault} />
      {you && <p class="help">{t("models.spent", { calls: you.calls, tokens: you.tokens, limit: you.limit })}</p>}
      {data &&
        (["text", "picture"] as const).map((kind) => (
          <Choice
            key={`${kind} ${data.own[kind].provider} ${data.own[kind].has_key}`}
            kind={kind}
            providers={data.models[kind]}
            own={data.own[kind]}
            asked={data.models.asked[kind]}
            onSaved={again}
          />
        ))}
    </section>
  )
}

interface Props {
  readonly kind: Kind
  readonly providers: readonly Provider[]
  readonly own: Side
  /** Provider and model that are asked now; empty for none. */
  readonly asked: string
  readonly onSaved: () => void
}

function Choice({ kind, providers, own, asked, onSaved }: Props): JSX.Element {
  const [provider, setProvider] = useState(own.provider)
  const [model, setModel] = useState(own.model)
  const [address, setAddress] = useState(own.base_url)
  const [key, setKey] = useState("")
  const work = useWork()
  const chosen = providers.find(({ id }) => id === provider)
  const save = (): void =>
    void work
      .run(() =>
        call("PUT", "api/user/models", {
          [kind]: {
            provider: provider || null,
            model: model.trim() || null,
            ...(key !== "" && { key }),
            ...(chosen?.takes_address && { base_url: address.trim() || null }),
          },
        }),
      )
      .then((done) => done && onSaved())
  return (
    <Form onSend={save} label={t(`models.${kind}`)}>
      <h3>{t(`models.${kind}`)}</h3>
      <p>{asked === "" ? t("models.none") : t("models.asked", { asked })}</p>
      <Field label={t("models.provider")} fault={issueOf(work.fault, `${kind}.provider`)}>
        {(input) => (
          <select {...input} value={provider} onChange={(event) => setProvider(event.currentTarget.value)}>
            <option value="">{t("models.usual")}</option>
            {providers.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chosen && (
        <>
          <Field label={t("models.model")} help={chosen.model} fault={issueOf(work.fault, `${kind}.model`)}>
            {(input) => (
              <input {...input} type="text" value={model} onInput={(event) => setModel(event.currentTarget.value)} />
            )}
          </Field>
          {chosen.takes_address && (
            <Field label={t("models.address")} fault={issueOf(work.fault, `${kind}.base_url`)}>
              {(input) => (
                <input
                  {...input}
                  type="text"
                  inputMode="url"
                  value={address}
                  onInput={(event) => setAddress(event.currentTarget.value)}
                />
              )}
            </Field>
          )}
          <Field
            label={t("models.key")}
            help={t(
              own.has_key && provider === own.provider
                ? "models.hasKey"
                : chosen.needs_key
                  ? "models.needsKey"
                  : "models.mayKey",
            )}
            fault={issueOf(work.fault, `${kind}.key`)}
          >
            {(input) => (
              <input
                {...input}
                type="text"
                autocomplete="off"
                spellcheck={false}
                value={key}
                onInput={(event) => setKey(event.currentTarget.value)}
              />
            )}
          </Field>
        </>
      )}
      <FaultNote fault={work.fault} />
      <Button submit isBusy={work.isBusy}>
        {t("save")}
      </Button>
    </Form>
  )
}
