import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { moment, t } from "../kit/language.js"
import { useLoad, useWork } from "../kit/load.js"
import { Button, Copyable, FaultNote } from "../kit/parts.js"
import { user } from "../kit/user.js"

interface Person {
  readonly user_id: string
  readonly username: string
  readonly role: "user" | "admin"
  readonly screens: number
}

/** The people of the server: who is an admin, links for a new password, invitations. */
export function PeopleOfServer(): JSX.Element {
  const { data, fault, again } = useLoad(
    async () => (await call<{ people: readonly Person[] }>("GET", "api/people")).people,
    [],
  )
  const work = useWork()
  const [made, setMade] = useState<
    { readonly link: string; readonly expires_at: string; readonly what: string } | undefined
  >(undefined)
  const [leaving, setLeaving] = useState("")
  const act = (job: () => Promise<unknown>): void => void work.run(job).then(again)
  const linkBy = (path: string, what: string): void =>
    act(async () => setMade({ ...(await call<{ link: string; expires_at: string }>("POST", path)), what }))
  return (
    <section>
      <div class="title-row">
        <h2>{t("server.people")}</h2>
        <Button isBusy={work.isBusy} onClick={() => linkBy("api/people/invite", t("server.invitation"))}>
          {t("server.invite")}
        </Button>
      </div>
      <FaultNote fault={fault ?? work.fault} />
      {made && (
        <div class="panel" role="status">
          <p>{t("server.link", { what: made.what, until: moment(made.expires_at) })}</p>
          <Copyable text={made.link} label={t("server.linkName")} />
        </div>
      )}
      <ul class="rows">
        {data?.map(({ user_id: id, username, role, screens }) => (
          <li key={id}>
            <span>
              <strong>{username}</strong>{" "}
              <small>
                {t(role === "admin" ? "server.admin" : "server.user")} · {t("server.screens", { count: screens })}
              </small>
            </span>
            <span class="buttons">
              <Button kind="quiet" isBusy={work.isBusy} onClick={() => linkBy(`api/people/${id}/reset-link`, username)}>
                {t("server.reset")}
              </Button>
              {id !== user.value?.user_id && (
                <>
                  <Button
                    kind="quiet"
                    isBusy={work.isBusy}
                    onClick={() =>
                      act(() => call("PUT", `api/people/${id}/role`, { role: role === "admin" ? "user" : "admin" }))
                    }
                  >
                    {t(role === "admin" ? "server.demote" : "server.promote")}
                  </Button>
                  {leaving === id ? (
                    <Button
                      kind="danger"
                      isBusy={work.isBusy}
                      onClick={() => act(() => call("DELETE", `api/people/${id}`))}
                    >
                      {t("server.removeSure", { name: username })}
                    </Button>
                  ) : (
                    <Button kind="quiet" onClick={() => setLeaving(id)}>
                      {t("people.remove")}
                    </Button>
                  )}
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
