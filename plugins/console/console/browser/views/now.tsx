import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { address, call, picture } from "../kit/api.js"
import { clock, faultWords, known, relative, t, weekday } from "../kit/language.js"
import { useLoad, useWork } from "../kit/load.js"
import { Glass, PreviewGlass } from "../kit/glass.js"
import { Button, FaultNote, Field, Form } from "../kit/parts.js"
import { to } from "../kit/route.js"
import { previewOf, titleOf, whyOf } from "../kit/screens.js"
import type { Page, Wake } from "../kit/screens.js"
import { Facts } from "./home.js"
import { Photo } from "./photo.js"
import type { Shared } from "./screen.js"
import { Past } from "./past.js"

/** What a screen shows now, why, and what comes next. */
export function Now(shared: Shared): JSX.Element {
  const { mac, name, state, why, size, modes, again } = shared
  const work = useWork()
  const ahead = useLoad(() => whyOf(mac, true), [mac, state.last_refresh_at, shared.config])
  const next = ahead.data?.next
  const shown = why?.shown
  const title = titleOf(modes, shown?.mode ?? null)
  const [said, setSaid] = useState("")
  const act = (path: string, done: string, body: object = {}): void =>
    void work
      .run(() => call("POST", `api/device/${mac}/${path}`, body))
      .then((isDone) => {
        setSaid(isDone ? done : "")
        again()
      })
  const wakes = state.next_wake && state.is_online ? relative(state.next_wake) : undefined
  return (
    <>
      <div class="now">
        <Glass
          size={size}
          src={shown ? address(`api/device/${mac}/picture`, { at: shown.at }) : undefined}
          alt={t("glass.alt", { name, page: title })}
          text={shown?.text}
          empty={t("glass.notYet")}
        />
        <div class="now-words">
          <h2>{shown ? title : t("now.nothing")}</h2>
          {shown && <p>{t("now.since", { when: relative(shown.at), why: whyWords(shown) })}</p>}
          {shown?.old && <p>{t("now.old")}</p>}
          <Failing page={shown ?? undefined} />
          <Facts state={state} />
          <p role="status">
            {state.pending_refresh === 1 || state.pending_mode !== ""
              ? pendingWords(titleOf(modes, state.pending_mode || null), wakes ?? t("now.soon"))
              : ""}
          </p>
          <p class="buttons">
            <Button kind="first" isBusy={work.isBusy} onClick={() => act("refresh", "")}>
              {t("now.refresh")}
            </Button>
            {next?.mode && (
              <Button isBusy={work.isBusy} onClick={() => act("switch", "", { mode: next.mode })}>
                {t("now.showNext", { page: titleOf(modes, next.mode) })}
              </Button>
            )}
            {shown?.mode && (
              <Button isBusy={work.isBusy} onClick={() => act("favorite", t("now.kept"))}>
                {t("now.favorite")}
              </Button>
            )}
            <span role="status">{said}</span>
          </p>
          <FaultNote fault={work.fault} />
          <p class="help">{t("now.when")}</p>
        </div>
      </div>
      {next?.fallback && (
        <section class="panel warn">
          <h2>{t("now.nextFails", { page: titleOf(modes, next.mode) })}</h2>
          <Failing page={next} />
          <a href={to("screen", mac, "pages")}>{t("now.toPages")}</a>
        </section>
      )}
      <Ahead {...shared} />
      <Note {...shared} />
      <Photo {...shared} />
      <Past {...shared} />
    </>
  )
}

const pendingWords = (page: string, when: string): string =>
  page === "" ? t("now.pending", { when }) : t("now.pendingPage", { page, when })

/** Why a page was chosen, in words: the most exact that there are. */
export function whyWords({ by, detail }: Pick<Page, "by" | "detail">): string {
  return known(`why.${by}.${detail ?? ""}`) ?? known(`why.${detail ?? ""}`) ?? known(`why.${by}`) ?? by
}

function Failing({ page }: { readonly page: Page | undefined }): JSX.Element | null {
  if (!page?.fallback) return null
  const { code } = page.fallback
  return <p class="fault">{faultWords(page.fallback) || t("fault.code", { code })}</p>
}

/** The day ahead, as pictures with their times. */
function Ahead({ mac, size, modes, state }: Shared): JSX.Element {
  const { data, fault } = useLoad(
    async () => (await call<{ wakes: readonly Wake[] }>("GET", `api/device/${mac}/forecast?hours=24`)).wakes,
    [mac, state.last_refresh_at],
  )
  const [all, setAll] = useState(false)
  const shown = all ? data : data?.slice(0, 8)
  return (
    <section>
      <h2>{t("ahead.title")}</h2>
      <FaultNote fault={fault} />
      {data?.length === 0 && <p>{t("ahead.none")}</p>}
      <ol class="strip">
        {shown?.map(({ ahead, at, mode, certain, by, detail }) => (
          <li key={at}>
            <PreviewGlass
              isSmall
              size={size}
              src={previewOf(mac, size, { ahead, at_is: at })}
              alt={titleOf(modes, mode)}
              empty={titleOf(modes, mode)}
            />
            <span class="strip-time">{clock(at)}</span>
            <span>{titleOf(modes, mode)}</span>
            <small>{certain ? whyWords({ by, detail }) : t("ahead.chance")}</small>
          </li>
        ))}
      </ol>
      {data && data.length > 8 && (
        <Button kind="quiet" onClick={() => setAll(!all)}>
          {t(all ? "ahead.less" : "ahead.all", { count: data.length, until: weekday(data.at(-1)!.at) })}
        </Button>
      )}
    </section>
  )
}

/** A note for the screen: drawn as the page MEMO, shown once. */
function Note({ mac, size, again }: Shared): JSX.Element {
  const [text, setText] = useState("")
  const [sent, setSent] = useState(false)
  const work = useWork()
  const page = (): string => previewOf(mac, size, { persona: "MEMO", memo_text: text, look: "nominal" })
  const send = (): void =>
    void work
      .run(async () => {
        const { blob } = await picture(page())
        await call("POST", `api/device/${mac}/apply-preview?mode=${encodeURIComponent(t("note.label"))}`, blob)
      })
      .then((done) => {
        setSent(done)
        if (done) setText("")
        again()
      })
  return (
    <section>
      <h2>{t("note.title")}</h2>
      <Form onSend={send} label={t("note.title")}>
        <Field label={t("note.text")} help={t("note.help")}>
          {(input) => (
            <textarea
              {...input}
              rows={3}
              maxLength={400}
              required
              value={text}
              onInput={(event) => {
                setText(event.currentTarget.value)
                setSent(false)
              }}
            />
          )}
        </Field>
        {text.trim() !== "" && <Glass isSmall size={size} src={page()} alt={text} empty="" />}
        <FaultNote fault={work.fault} />
        <Button submit isBusy={work.isBusy} isOff={text.trim() === ""}>
          {t("note.send")}
        </Button>
        <span role="status">{sent ? ` ${t("note.sent")}` : ""}</span>
      </Form>
    </section>
  )
}
