import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { t } from "../kit/language.js"
import { useLoad, useWork } from "../kit/load.js"
import { Button, FaultNote } from "../kit/parts.js"

interface Request {
  readonly id: string | number
  readonly mac: string
  readonly requester_username: string
  readonly nickname?: string
}

/** Who asks to be let in, for the owner to decide. `mac`: of one screen alone. */
export function Requests({ onDone, mac }: { readonly onDone: () => void; readonly mac?: string }): JSX.Element {
  const { data, fault, again } = useLoad(
    async () => (await call<{ requests: readonly Request[] }>("GET", "api/user/devices/requests")).requests,
    [],
  )
  const work = useWork()
  const decide = (id: Request["id"], what: "approve" | "reject"): void =>
    void work
      .run(() => call("POST", `api/user/devices/requests/${encodeURIComponent(String(id))}/${what}`, {}))
      .then(() => {
        again()
        onDone()
      })
  const asked = (data ?? []).filter((each) => mac === undefined || each.mac === mac)
  return (
    <section class="panel" aria-live="polite" hidden={asked.length === 0}>
      <h2>{t("requests.title")}</h2>
      <FaultNote fault={fault ?? work.fault} />
      <ul class="rows">
        {asked.map(({ id, requester_username: name, mac: of }) => (
          <li key={id}>
            <span>{t("requests.asks", { name, screen: of.slice(-5) })}</span>
            <span class="buttons">
              <Button kind="first" isBusy={work.isBusy} onClick={() => decide(id, "approve")}>
                {t("requests.allow")}
              </Button>
              <Button isBusy={work.isBusy} onClick={() => decide(id, "reject")}>
                {t("requests.decline")}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
