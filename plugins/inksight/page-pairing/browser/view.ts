import { searchOf } from "./address.js"
import { made, part } from "./dom.js"
import type { Doc, Part } from "./dom.js"
import type { PageEvent } from "./machine.js"
import type { AccessRequest, Screen, State, View } from "./state.js"
import { said } from "./words.js"
import type { WordKey, Words } from "./words.js"

const VIEWS: readonly View[] = ["loading", "away", "entry", "pair", "choose", "wait", "late", "home"]
/** Static buttons by id, and their events. */
const BUTTONS: Readonly<Record<string, "toggle" | "stop" | "other" | "again" | "refresh" | "signOut">> = {
  "entry-toggle": "toggle",
  "pair-other": "other",
  "wait-stop": "stop",
  "late-again": "again",
  "late-other": "other",
  "choose-other": "other",
  "away-again": "again",
  "screens-again": "refresh",
  "sign-out": "signOut",
}

export interface Showing {
  readonly doc: Doc
  readonly words: Words
  readonly dispatch: (event: PageEvent) => void
  /** Formats a time (ISO 8601) for display. */
  readonly moment: (iso: string) => string
}

/** Attaches the listeners, once, and fills the forms from the page address. */
export function listen({ doc, dispatch }: Showing, { target }: State): void {
  for (const [id, type] of Object.entries(BUTTONS)) part(doc, id).addEventListener("click", () => dispatch({ type }))
  const form = (id: string, eventOf: () => PageEvent): void =>
    part(doc, id).addEventListener("submit", (event) => {
      // The browser must not submit the form itself: typed values would appear in the address.
      event.preventDefault()
      dispatch(eventOf())
    })
  const value = (id: string): string => part(doc, id).value
  form("entry-form", () => ({
    type: "entry",
    username: value("username"),
    password: value("password"),
    setup: value("setup"),
  }))
  form("pair-form", () => ({ type: "pair", nickname: value("pair-nickname") }))
  form("code-form", () => ({ type: "code", code: value("code"), nickname: value("code-nickname") }))
  part(doc, "setup").value = target.setup ?? ""
}

/** Updates the document to a state. `before`: the state shown before. */
export function show(showing: Showing, state: State, before: State | undefined): void {
  const { doc, words } = showing
  for (const view of VIEWS) part(doc, view).hidden = view !== state.view
  part(doc, "main").setAttribute("aria-busy", String(state.busy))
  announce(showing, state)
  part(doc, "user").hidden = state.user === undefined
  part(doc, "user-name").textContent = state.user ? said(words, "user.signedIn", { user: state.user.username }) : ""
  showEntry(showing, state)
  showTarget(showing, state)
  part(doc, "choices").replaceChildren(
    ...state.choices.map((mac) => item(doc, button(showing, mac, { type: "choose", mac }))),
  )
  if (state.screens !== before?.screens || state.requests !== before.requests) showScreens(showing, state)
  if (!state.user && before?.user) forgetTyped(doc)
  if (state.view === "home" && state.said?.key.startsWith("done."))
    for (const id of ["code", "code-nickname", "pair-nickname"]) part(doc, id).value = ""
  // Screen readers follow the focus to the new view.
  if (before && before.view !== "loading" && before.view !== state.view) part(doc, `${state.view}-title`).focus()
}

/** Shows the message in the live region of its kind: role=status for results, role=alert for faults. */
function announce({ doc, words, moment }: Showing, { said: news }: State): void {
  const { time } = news?.values ?? {}
  const text = news ? said(words, news.key, { ...news.values, ...(time !== undefined && { time: moment(time) }) }) : ""
  const bad = news?.key.startsWith("fault.") ?? false
  for (const [id, shown] of [
    ["fault", bad ? text : ""],
    ["notice", bad ? "" : text],
  ] as const) {
    // Screen readers read the text again whenever it is written.
    if (part(doc, id).textContent !== shown) part(doc, id).textContent = shown
  }
}

function showEntry({ doc, words }: Showing, { form, target }: State): void {
  const isNew = form === "register"
  part(doc, "entry-title").textContent = words[isNew ? "entry.register" : "entry.signIn"]
  part(doc, "entry-send").textContent = words[isNew ? "entry.register" : "entry.signIn"]
  part(doc, "entry-toggle").textContent = words[isNew ? "entry.toSignIn" : "entry.toRegister"]
  part(doc, "entry-why").hidden = target.code === undefined
  part(doc, "password-hint").hidden = !isNew
  part(doc, "setup-field").hidden = !isNew || !part(doc, "main").hasAttribute("data-awaits-admin")
  part(doc, "password").setAttribute("autocomplete", isNew ? "new-password" : "current-password")
}

function showTarget({ doc, words }: Showing, { target }: State): void {
  part(doc, "pair-code").textContent = spaced(target.code ?? "")
  part(doc, "pair-screen").hidden = target.mac === undefined
  part(doc, "pair-mac").textContent = target.mac ?? ""
  part(doc, "code-of").hidden = target.mac === undefined
  part(doc, "code-of").textContent = target.mac === undefined ? "" : said(words, "code.of", { mac: target.mac })
  // The link to the other language keeps the target.
  const language = part(doc, "language")
  language.href = searchOf(target, doc.documentElement.lang === "zh" ? "en" : "zh")
}

function showScreens(showing: Showing, { screens, requests }: State): void {
  const { doc } = showing
  part(doc, "screens-none").hidden = screens.length > 0
  part(doc, "screens").replaceChildren(...screens.map((screen) => screenPart(showing, screen)))
  part(doc, "requests-part").hidden = requests.length === 0
  part(doc, "requests").replaceChildren(...requests.map((request) => requestPart(showing, request)))
}

function screenPart(showing: Showing, { mac, nickname, owner, seen, waiting, requests }: Screen): Part {
  const { doc, words, moment } = showing
  const name = nickname === "" ? mac : nickname
  const facts = [
    ...(nickname === "" ? [] : [mac]),
    words[owner ? "devices.owner" : "devices.member"],
    seen === undefined ? words["devices.never"] : said(words, "devices.seen", { time: moment(seen) }),
  ]
  const card = item(doc, made(doc, "strong", name), made(doc, "p", facts.join(" · ")))
  if (requests > 0) card.append(made(doc, "p", said(words, "devices.requests", { count: String(requests) })))
  if (waiting > 0)
    card.append(
      made(doc, "p", words["devices.waiting"]),
      button(showing, words["devices.confirm"], { type: "confirm", mac }, name),
    )
  return card
}

function requestPart(showing: Showing, { id, mac, username }: AccessRequest): Part {
  const { doc, words } = showing
  const decide = (key: WordKey, approve: boolean): Part =>
    button(showing, words[key], { type: "decide", id, approve }, username)
  return item(
    doc,
    made(doc, "p", said(words, "requests.text", { user: username, mac })),
    decide("requests.approve", true),
    decide("requests.reject", false),
  )
}

/** A button. `of`: its context in the accessible name, to tell it from other buttons with the same text. */
function button({ doc, dispatch }: Showing, text: string, event: PageEvent, of?: string): Part {
  const built = made(doc, "button", text, {
    type: "button",
    ...(of !== undefined && { "aria-label": `${text}: ${of}` }),
  })
  built.addEventListener("click", () => dispatch(event))
  return built
}

function item(doc: Doc, ...parts: readonly Part[]): Part {
  const item = doc.createElement("li")
  item.append(...parts)
  return item
}

/** Clears the typed credentials after sign-out. */
function forgetTyped(doc: Doc): void {
  for (const id of ["username", "password"]) part(doc, id).value = ""
}

/** A code as the screen shows it: a long one in two halves. */
function spaced(code: string): string {
  return code.length < 6 ? code : `${code.slice(0, code.length >> 1)} ${code.slice(code.length >> 1)}`
}
