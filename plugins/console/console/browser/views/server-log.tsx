import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { moment, t } from "../kit/language.js"
import { useEvery, useLoad } from "../kit/load.js"
import { FaultNote } from "../kit/parts.js"

interface Event {
  readonly at: string
  readonly kind: "call" | "page" | "world" | "model"
  readonly text: string
  readonly times: number
}

const EVERY_MS = 15_000

/** What has failed on the server lately. */
export function Log(): JSX.Element {
  const { data, fault, again } = useLoad(
    async () => (await call<{ events: readonly Event[] }>("GET", "api/server/log")).events,
    [],
  )
  useEvery(EVERY_MS, again)
  return (
    <section>
      <h2>{t("log.title")}</h2>
      <p class="help">{t("log.text")}</p>
      <FaultNote fault={fault} />
      <p role="status">{data?.length === 0 ? t("log.none") : ""}</p>
      <ul class="rows">
        {data?.map(({ at, kind, text, times }) => (
          <li key={`${kind} ${text}`}>
            <span>
              <strong>{t(`log.${kind}`)}</strong> {text}
            </span>
            <small>{times > 1 ? t("log.times", { when: moment(at), count: times }) : moment(at)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
