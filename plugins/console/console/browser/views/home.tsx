import type { JSX } from "preact"
import { address } from "../kit/api.js"
import { faultWords, isPast, language, relative, t } from "../kit/language.js"
import { useEvery, useLoad } from "../kit/load.js"
import { Busy, Button, FaultNote, Title } from "../kit/parts.js"
import { Glass } from "../kit/glass.js"
import { to } from "../kit/route.js"
import { batteryPercent, modesOf, nameOf, screens, signalOf, stateOf, titleOf, USUAL, whyOf } from "../kit/screens.js"
import type { Screen, State, Why } from "../kit/screens.js"
import { Requests } from "./requests.js"

const EVERY_MS = 30_000

/** The screens of the person, each as it looks now. */
export function Home(): JSX.Element {
  const { data, fault, again } = useLoad(screens, [])
  useEvery(EVERY_MS, again)
  const waits = data?.some(({ role, requests }) => role === "owner" && requests > 0) === true
  return (
    <>
      <div class="title-row">
        <Title>{t("home.title")}</Title>
        <span class="buttons">
          <a class="button" href={to("virtual")}>
            {t("home.virtual")}
          </a>
          <a class="button first" href={to("add")}>
            {t("home.add")}
          </a>
        </span>
      </div>
      <FaultNote fault={fault} />
      {data === undefined && fault === undefined && <Busy />}
      {waits && <Requests onDone={again} />}
      {data?.length === 0 && <NoScreens />}
      <ul class="cards">
        {data?.map((screen) => (
          <li key={screen.mac}>
            <Card screen={screen} />
          </li>
        ))}
      </ul>
      {fault && <Button onClick={again}>{t("again")}</Button>}
    </>
  )
}

function NoScreens(): JSX.Element {
  return (
    <section class="panel">
      <h2>{t("home.none")}</h2>
      <p>{t("home.noneText")}</p>
    </section>
  )
}

interface Shown {
  readonly state: State
  readonly why: Why | undefined
}

function Card({ screen }: { readonly screen: Screen }): JSX.Element {
  const { mac } = screen
  const lang = language.value
  const { data: modes = [] } = useLoad(() => modesOf(mac, lang), [mac, lang])
  const { data, fault, again } = useLoad<Shown>(async () => {
    const [state, why] = await Promise.all([stateOf(mac), whyOf(mac).catch(() => undefined)])
    return { state, why }
  }, [mac])
  useEvery(EVERY_MS, again)
  const name = nameOf(screen, t("screen.unnamed"), data?.why)
  const shown = data?.why?.shown
  const title = titleOf(modes, shown?.mode ?? null)
  return (
    <a class="card" href={to("screen", mac)}>
      <Glass
        size={data?.why?.screen ?? USUAL}
        src={shown ? address(`api/device/${mac}/picture`, { at: shown.at }) : undefined}
        alt={t("glass.alt", { name, page: title })}
        text={shown?.text}
        empty={t("glass.notYet")}
      />
      <span class="card-name">{name}</span>
      <span class="card-page">{title}</span>
      <FaultNote fault={fault} />
      {shown?.fallback && <span class="fault">{faultWords(shown.fallback)}</span>}
      {data && <Facts state={data.state} />}
      {screen.requests > 0 && screen.role === "owner" && (
        <span class="mark">{t("home.asks", { count: screen.requests })}</span>
      )}
      {screen.waiting > 0 && <span class="mark">{t("home.confirm")}</span>}
    </a>
  )
}

/** What is known of a device in a line: when it wakes, its battery and its signal. */
export function Facts({ state }: { readonly state: State }): JSX.Element {
  const { next_wake: wake, battery, rssi, is_online: isOnline, last_refresh_at: at, runtime_mode: runtime } = state
  const facts = [
    runtime === "active" && isOnline ? t("fact.live") : "",
    wake && isOnline ? t(isPast(wake) ? "fact.late" : "fact.wakes", { when: relative(wake) }) : "",
    isOnline || at === null ? "" : t("fact.silent", { when: relative(at) }),
    battery === null ? "" : t("fact.battery", { percent: batteryPercent(battery) }),
    rssi === null ? "" : t(`fact.${signalOf(rssi)}`),
  ]
  return <span class={isOnline || at === null ? "facts" : "facts fault"}>{facts.filter(Boolean).join(" · ")}</span>
}
