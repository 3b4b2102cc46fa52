import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { moment, t } from "../kit/language.js"
import { useWork } from "../kit/load.js"
import { Button, FaultNote, Field, Form, issueOf, Title } from "../kit/parts.js"
import { go, to } from "../kit/route.js"
import { saveFirstSettings } from "../kit/screens.js"

interface Claimed {
  readonly status: string
  readonly mac: string
  readonly try_again_at?: string
}

/** Adds a screen by the code that it shows. */
export function Add(): JSX.Element {
  const given = new URLSearchParams(location.search)
  const [code, setCode] = useState(given.get("code") ?? "")
  const [nickname, setNickname] = useState("")
  const [waiting, setWaiting] = useState<Claimed | undefined>(undefined)
  const { isBusy, fault, run } = useWork()
  const send = (): void =>
    void run(async () => {
      const claimed = await call<Claimed>("POST", "api/claim/consume", {
        pair_code: code.trim(),
        ...(nickname.trim() !== "" && { nickname: nickname.trim() }),
      })
      if (claimed.status === "pending_approval") setWaiting(claimed)
      else {
        if (claimed.status === "claimed") await saveFirstSettings(claimed.mac)
        go("screen", claimed.mac)
      }
    })
  return (
    <section class="narrow">
      <Title>{t("add.title")}</Title>
      <ol class="steps">
        <li>{t("add.step1")}</li>
        <li>{t("add.step2")}</li>
      </ol>
      <Form onSend={send} label={t("add.title")}>
        <Field label={t("add.code")} help={t("add.codeHelp")} fault={issueOf(fault, "pair_code")}>
          {(input) => (
            <input
              {...input}
              class="code"
              name="code"
              type="text"
              required
              maxLength={32}
              autocomplete="off"
              autocapitalize="characters"
              spellcheck={false}
              value={code}
              onInput={(event) => setCode(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t("add.name")} help={t("add.nameHelp")}>
          {(input) => (
            <input
              {...input}
              name="nickname"
              type="text"
              maxLength={32}
              autocomplete="off"
              value={nickname}
              onInput={(event) => setNickname(event.currentTarget.value)}
            />
          )}
        </Field>
        <FaultNote fault={fault} />
        <Button submit kind="first" isBusy={isBusy}>
          {t("add.do")}
        </Button>
      </Form>
      <p role="status">
        {waiting && (waiting.try_again_at ? t("add.later", { when: moment(waiting.try_again_at) }) : t("add.asked"))}
      </p>
      <p>
        <a href={to()}>{t("back")}</a>
      </p>
    </section>
  )
}
