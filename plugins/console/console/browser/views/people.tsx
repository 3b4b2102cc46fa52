import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { t } from "../kit/language.js"
import { useLoad, useWork } from "../kit/load.js"
import { Button, FaultNote, Field, Form, issueOf } from "../kit/parts.js"
import { to } from "../kit/route.js"
import { user } from "../kit/user.js"
import { Requests } from "./requests.js"
import type { Shared } from "./screen.js"

interface Member {
  readonly user_id: string
  readonly username: string
  readonly role: "owner" | "member"
}

/** The people of a screen: who has it, who asks to be let in, and letting somebody in by name. */
export function People({ mac, screen, again: reload }: Shared): JSX.Element {
  const isOwner = screen?.role === "owner"
  const { data, fault, again } = useLoad(
    async () => (await call<{ members: readonly Member[] }>("GET", `api/user/devices/${mac}/members`)).members,
    [mac],
  )
  const [name, setName] = useState("")
  const [said, setSaid] = useState("")
  const work = useWork()
  const share = (): void =>
    void work
      .run(async () => {
        const { status } = await call<{ status: string }>("POST", `api/user/devices/${mac}/share`, {
          username: name.trim(),
        })
        setSaid(t(status === "active" ? "people.shared" : "people.hasIt", { name: name.trim() }))
        setName("")
      })
      .then(again)
  return (
    <section>
      <h2>{t("people.title")}</h2>
      {isOwner && (
        <Requests
          mac={mac}
          onDone={() => {
            again()
            reload()
          }}
        />
      )}
      <FaultNote fault={fault} />
      <ul class="rows">
        {data?.map(({ user_id: id, username, role }) => (
          <li key={id}>
            <span>
              <strong>{username}</strong> <small>{t(role === "owner" ? "people.owner" : "people.member")}</small>
            </span>
            {isOwner && id !== user.value?.user_id && (
              <Button
                kind="quiet"
                isBusy={work.isBusy}
                onClick={() =>
                  void work
                    .run(() => call("DELETE", `api/user/devices/${mac}/members/${encodeURIComponent(id)}`))
                    .then(again)
                }
                label={t("people.removeOf", { name: username })}
              >
                {t("people.remove")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOwner && (
        <Form onSend={share} label={t("people.share")}>
          <div class="inline">
            <Field label={t("people.name")} help={t("people.nameHelp")} fault={issueOf(work.fault, "username")}>
              {(input) => (
                <input
                  {...input}
                  type="text"
                  maxLength={64}
                  autocapitalize="none"
                  spellcheck={false}
                  value={name}
                  onInput={(event) => setName(event.currentTarget.value)}
                />
              )}
            </Field>
            <Button submit isBusy={work.isBusy} isOff={name.trim() === ""}>
              {t("people.share")}
            </Button>
          </div>
        </Form>
      )}
      <FaultNote fault={work.fault} />
      <p role="status">{said}</p>
      {isOwner && (
        <p class="help">
          {t("people.noAccount")} {user.value?.role === "admin" && <a href={to("server")}>{t("server.invite")}</a>}
        </p>
      )}
    </section>
  )
}
