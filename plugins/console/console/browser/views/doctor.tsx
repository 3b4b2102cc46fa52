import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { language, relative, t } from "../kit/language.js"
import { useEvery, useLoad } from "../kit/load.js"
import { Busy, Button, FaultNote, Title } from "../kit/parts.js"
import { to } from "../kit/route.js"
import { nameOf } from "../kit/screens.js"
import { zhFindings } from "../words/zh-findings.js"

interface Found {
  readonly cause: string
  readonly level: "fault" | "warning" | "note"
  readonly seen: string
  readonly means: string
  readonly todo: string
  readonly at: string
}
interface Answer {
  readonly screens: readonly { readonly mac: string; readonly nickname: string; readonly findings: readonly Found[] }[]
  readonly server: readonly Found[] | null
}

const EVERY_MS = 10_000

/** What is wrong with screens and the server, what it means, and what to do. It is looked at again while the page is open. */
export function Doctor(): JSX.Element {
  const { data, fault, again } = useLoad(() => call<Answer>("GET", "api/doctor"), [])
  useEvery(EVERY_MS, again)
  const isWell = data && data.screens.every(({ findings }) => findings.length === 0) && (data.server ?? []).length === 0
  return (
    <>
      <Title>{t("doctor.title")}</Title>
      <p class="help">{t("doctor.text")}</p>
      <FaultNote fault={fault} />
      {fault && <Button onClick={again}>{t("again")}</Button>}
      {!data && !fault && <Busy />}
      <p role="status">{isWell ? t("doctor.well") : ""}</p>
      {data?.screens.map(({ mac, nickname, findings }) => (
        <section key={mac} hidden={findings.length === 0}>
          <h2>
            <a href={to("screen", mac)}>{nameOf({ mac, nickname }, t("screen.unnamed"))}</a>
          </h2>
          <Findings findings={findings} />
        </section>
      ))}
      {data?.server && data.server.length > 0 && (
        <section>
          <h2>{t("doctor.server")}</h2>
          <Findings findings={data.server} />
        </section>
      )}
    </>
  )
}

/** A finding, in the language of the console where its cause is known: what was seen is the server's own sentence. */
function Sentences({ cause, seen, means, todo }: Omit<Found, "level" | "at">): JSX.Element {
  const own = language.value === "zh" && Object.hasOwn(zhFindings, cause) ? zhFindings[cause] : undefined
  return (
    <>
      <p>
        <strong>{own?.means ?? seen}</strong>
      </p>
      <p lang={own && "en"}>{own ? <small>{seen}</small> : means}</p>
      <p>
        {t("doctor.do")} {own?.todo ?? todo}
      </p>
    </>
  )
}

function Findings({ findings }: { readonly findings: readonly Found[] }): JSX.Element {
  return (
    <ul class="findings">
      {findings.map(({ cause, level, seen, means, todo, at }) => (
        <li key={cause} class={`panel ${level === "note" ? "" : "warn"}`}>
          <p>
            <span class="mark">{t(`doctor.${level}`)}</span> <small>{relative(at)}</small>
          </p>
          <Sentences cause={cause} seen={seen} means={means} todo={todo} />
        </li>
      ))}
    </ul>
  )
}
