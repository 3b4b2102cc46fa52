import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { t } from "../kit/language.js"
import { useWork } from "../kit/load.js"
import { Button, FaultNote, Field, Form, issueOf, Password, Title } from "../kit/parts.js"
import { go, route } from "../kit/route.js"
import { awaitsAdmin, user, whoAmI } from "../kit/user.js"

/** Signing in, and making an account. The first account takes the setup code and becomes an admin. */
export function Entry(): JSX.Element {
  const setupGiven = new URLSearchParams(location.search).get("setup") ?? ""
  const [part, invite = ""] = route.value
  const isInvited = part === "invite"
  const [isNew, setNew] = useState(awaitsAdmin.value || setupGiven !== "" || isInvited)
  const [username, setUsername] = useState("")
  const [password, setPassword] = useState("")
  const [setup, setSetup] = useState(setupGiven)
  const { isBusy, fault, run } = useWork()
  const send = (): void =>
    void run(async () => {
      const code = setup.trim()
      await call("POST", isNew ? "api/auth/register" : "api/auth/login", {
        username,
        password,
        ...(isNew && code !== "" && { setup_code: code }),
        ...(isNew && isInvited && { invite }),
      })
      awaitsAdmin.value = awaitsAdmin.value && code === ""
      if (isInvited) go()
      await whoAmI()
      if (user.value === null) throw new Error(t("entry.noCookie"))
    })
  const title = isNew
    ? isInvited
      ? "entry.invited"
      : awaitsAdmin.value
        ? "entry.first"
        : "entry.register"
    : "entry.signIn"
  return (
    <section class="narrow">
      <Title>{t(title)}</Title>
      {isNew && awaitsAdmin.value && <p>{t("entry.firstText")}</p>}
      <Form onSend={send} label={t(title)}>
        <Field label={t("entry.username")} fault={issueOf(fault, "username")}>
          {(input) => (
            <input
              {...input}
              name="username"
              type="text"
              required
              maxLength={64}
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              value={username}
              onInput={(event) => setUsername(event.currentTarget.value)}
            />
          )}
        </Field>
        <Password
          label={t("entry.password")}
          {...(isNew && { help: t("entry.passwordHelp") })}
          fault={issueOf(fault, "password")}
          name="password"
          autocomplete={isNew ? "new-password" : "current-password"}
          value={password}
          onInput={setPassword}
        />
        {isNew && awaitsAdmin.value && (
          <Field label={t("entry.setup")} help={t("entry.setupHelp")} fault={issueOf(fault, "setup_code")}>
            {(input) => (
              <input
                {...input}
                name="setup"
                type="text"
                maxLength={64}
                autocomplete="off"
                autocapitalize="characters"
                spellcheck={false}
                value={setup}
                onInput={(event) => setSetup(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        <FaultNote fault={fault} />
        <Button submit kind="first" isBusy={isBusy}>
          {t(isNew ? "entry.register" : "entry.signIn")}
        </Button>
      </Form>
      <p>
        <Button kind="quiet" onClick={() => setNew(!isNew)}>
          {t(isNew ? "entry.toSignIn" : "entry.toRegister")}
        </Button>
      </p>
      {!isNew && <p class="help">{t("entry.forgotten")}</p>}
    </section>
  )
}
