import { render } from "preact"
import { useEffect } from "preact/hooks"
import type { JSX } from "preact"
import { Entry } from "./views/entry.js"
import { Home } from "./views/home.js"
import { language, speak, t } from "./kit/language.js"
import { lazy } from "./kit/lazy.js"
import { Busy, Button, FaultNote } from "./kit/parts.js"
import { route, to } from "./kit/route.js"
import { signOut, unknown, user, whoAmI } from "./kit/user.js"

const Reset = lazy(async () => (await import("./views/reset.js")).Reset)

const views: Readonly<Record<string, (props: object) => JSX.Element>> = {
  add: lazy(async () => (await import("./views/add.js")).Add),
  account: lazy(async () => (await import("./views/account.js")).Account),
  server: lazy(async () => (await import("./views/server.js")).Server),
  doctor: lazy(async () => (await import("./views/doctor.js")).Doctor),
  virtual: lazy(async () => (await import("./views/virtual.js")).Virtual),
  screen: lazy(async () => (await import("./views/screen.js")).ScreenView),
}

function Console(): JSX.Element {
  useEffect(() => {
    document.documentElement.lang = language.value
  }, [language.value])
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => skip(event)}>
        {t("skip")}
      </a>
      <Head />
      <main id="main" tabIndex={-1}>
        <Body />
      </main>
    </>
  )
}

/** The address holds the view: the link to the main part must not change it. */
function skip(event: Event): void {
  event.preventDefault()
  document.getElementById("main")?.focus()
}

function Body(): JSX.Element {
  if (unknown.value)
    return (
      <>
        <FaultNote fault={unknown.value} />
        <Button onClick={() => void whoAmI()}>{t("again")}</Button>
      </>
    )
  if (user.value === undefined) return <Busy />
  const [name = ""] = route.value
  if (name === "reset") return <Reset />
  if (user.value === null) return <Entry key={route.value.join("/")} />
  const View = views[name] ?? Home
  return <View key={route.value.slice(0, 2).join("/")} />
}

function Head(): JSX.Element {
  const other = language.value === "en" ? "zh" : "en"
  const [name = ""] = route.value
  return (
    <header class="head">
      <a class="brand" href={to()}>
        Platen
      </a>
      {user.value && (
        <nav aria-label={t("nav")}>
          <a href={to()} aria-current={name === "" || name === "screen" ? "page" : undefined}>
            {t("nav.screens")}
          </a>
          <a href={to("doctor")} aria-current={name === "doctor" ? "page" : undefined}>
            {t("nav.doctor")}
          </a>
          {user.value.role === "admin" && (
            <a href={to("server")} aria-current={name === "server" ? "page" : undefined}>
              {t("nav.server")}
            </a>
          )}
        </nav>
      )}
      <span class="head-end">
        <Button kind="quiet" onClick={() => speak(other)} label={other === "zh" ? "切换到中文" : "Switch to English"}>
          <span lang={other}>{other === "zh" ? "中文" : "English"}</span>
        </Button>
        {user.value && (
          <>
            <a class="user" href={to("account")}>
              {user.value.username}
            </a>
            <Button kind="quiet" onClick={() => void signOut()}>
              {t("signOut")}
            </Button>
          </>
        )}
      </span>
    </header>
  )
}

render(<Console />, document.body)
void whoAmI()
