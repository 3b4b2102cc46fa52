import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { language, t } from "../kit/language.js"
import type { WordKey } from "../kit/language.js"
import { lazy } from "../kit/lazy.js"
import { useEvery, useLoad } from "../kit/load.js"
import { Busy, Button, FaultNote, Title } from "../kit/parts.js"
import { route, to } from "../kit/route.js"
import { modesOf, nameOf, screens, stateOf, USUAL, whyOf } from "../kit/screens.js"
import type { Config, Mode, Screen, Size, State, Why } from "../kit/screens.js"

const EVERY_MS = 15_000

/** What the parts of a screen's view share. */
export interface Shared {
  readonly mac: string
  readonly screen: Screen | undefined
  readonly name: string
  readonly state: State
  readonly why: Why | undefined
  readonly size: Size
  readonly modes: readonly Mode[]
  /** The newest first. */
  readonly configs: readonly Config[]
  /** The one in use; undefined: nothing has been saved for it. */
  readonly config: Config | undefined
  /** Loads all of it again. */
  readonly again: () => void
}

const PARTS: Readonly<Record<string, { readonly word: WordKey; readonly View: (shared: Shared) => JSX.Element }>> = {
  "": { word: "screen.now", View: lazy(async () => (await import("./now.js")).Now) },
  pages: { word: "screen.pages", View: lazy(async () => (await import("./pages.js")).Pages) },
  device: { word: "screen.device", View: lazy(async () => (await import("./device.js")).Device) },
}

/** One screen: what it shows now, its pages, its device and people. */
export function ScreenView(): JSX.Element {
  const [, mac = "", name = ""] = route.value
  const lang = language.value
  const { data: modes = [] } = useLoad(() => modesOf(mac, lang), [mac, lang])
  const { data, fault, again } = useLoad(async () => {
    const [all, state, why, { configs }] = await Promise.all([
      screens(),
      stateOf(mac),
      whyOf(mac).catch(() => undefined),
      call<{ configs: readonly Config[] }>("GET", `api/config/${mac}/history`),
    ])
    const config = configs.find((each) => each.is_active)
    return { screen: all.find((each) => each.mac === mac), state, why, configs, config }
  }, [mac])
  useEvery(EVERY_MS, again)
  if (data === undefined)
    return fault ? (
      <>
        <Title>{t("screen.unnamed")}</Title>
        <FaultNote fault={fault} />
        <Button onClick={again}>{t("again")}</Button> <a href={to()}>{t("back")}</a>
      </>
    ) : (
      <Busy />
    )
  const title = nameOf(data.screen ?? { mac, nickname: "" }, t("screen.unnamed"), data.why)
  const shared: Shared = { ...data, modes, mac, name: title, size: data.why?.screen ?? USUAL, again }
  const { View } = PARTS[name] ?? PARTS[""]!
  return (
    <>
      <p class="path">
        <a href={to()}>{t("nav.screens")}</a>
      </p>
      <Title>{title}</Title>
      <nav class="tabs" aria-label={title}>
        {Object.entries(PARTS).map(([id, { word }]) => (
          <a
            key={id}
            href={id === "" ? to("screen", mac) : to("screen", mac, id)}
            aria-current={id === name ? "page" : undefined}
          >
            {t(word)}
          </a>
        ))}
      </nav>
      <FaultNote fault={fault} />
      <View {...shared} key={name} />
    </>
  )
}
