import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { t } from "../kit/language.js"
import { useWork } from "../kit/load.js"
import { Button, FaultNote, Form, issueOf, NewPassword, Password, Title } from "../kit/parts.js"
import { user } from "../kit/user.js"
import { OwnModels } from "./own-models.js"

/** The account of the person: a new password. */
export function Account(): JSX.Element {
  const [current, setCurrent] = useState("")
  const [next, setNext] = useState("")
  const [isDone, setDone] = useState(false)
  const { isBusy, fault, run } = useWork()
  const send = (): void =>
    void run(() => call("POST", "api/auth/password", { current, password: next })).then((done) => {
      setDone(done)
      if (!done) return
      setCurrent("")
      setNext("")
    })
  return (
    <section class="narrow">
      <Title>{user.value?.username}</Title>
      <h2>{t("account.password")}</h2>
      <Form onSend={send} label={t("account.password")}>
        <input type="text" name="username" autocomplete="username" value={user.value?.username} hidden readOnly />
        <Password
          label={t("account.current")}
          fault={issueOf(fault, "current")}
          name="current"
          autocomplete="current-password"
          value={current}
          onInput={setCurrent}
        />
        <NewPassword fault={fault} value={next} onInput={setNext} />
        <FaultNote fault={fault} />
        <Button submit kind="first" isBusy={isBusy}>
          {t("account.change")}
        </Button>
        <p role="status">{isDone ? t("account.changed") : ""}</p>
      </Form>
      <OwnModels />
    </section>
  )
}
