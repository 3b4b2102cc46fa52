import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { t } from "../kit/language.js"
import { useWork } from "../kit/load.js"
import { Button, FaultNote, Form, NewPassword, Title } from "../kit/parts.js"
import { route, to } from "../kit/route.js"

/** Sets a new password by the link of an admin. */
export function Reset(): JSX.Element {
  const [, token = ""] = route.value
  const [password, setPassword] = useState("")
  const [name, setName] = useState("")
  const { isBusy, fault, run } = useWork()
  const send = (): void =>
    void run(async () =>
      setName((await call<{ username: string }>("POST", "api/auth/reset", { token, password })).username),
    )
  if (name !== "")
    return (
      <section class="narrow">
        <Title>{t("reset.done")}</Title>
        <p>{t("reset.doneText", { name })}</p>
        <a class="button first" href={to()}>
          {t("entry.signIn")}
        </a>
      </section>
    )
  return (
    <section class="narrow">
      <Title>{t("reset.title")}</Title>
      <Form onSend={send} label={t("reset.title")}>
        <NewPassword fault={fault} value={password} onInput={setPassword} />
        <FaultNote fault={fault} />
        <Button submit kind="first" isBusy={isBusy}>
          {t("account.change")}
        </Button>
      </Form>
    </section>
  )
}
