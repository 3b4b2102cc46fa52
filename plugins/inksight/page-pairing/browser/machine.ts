import { codeOf } from "./address.js"
import { isTemporary, sentenceOf } from "./faults.js"
import type { Fault, Said } from "./faults.js"
import type { Target, Lost, AccessRequest, Screen, State, User } from "./state.js"

const ASK_EVERY_MS = 3_000
const WAIT_MS = 180_000

/** The result of a claim. */
export interface Claimed {
  readonly status: "claimed" | "confirmed" | "active" | "pending_approval"
  readonly mac: string
  /** ISO 8601: the code was right, but the claim is accepted only from this time on. */
  readonly again: string | undefined
}

/** A side effect of a step. */
export type Effect =
  | { readonly ask: "me" | "screens" | "signOut" }
  | { readonly ask: "signIn"; readonly username: string; readonly password: string }
  | { readonly ask: "register"; readonly username: string; readonly password: string; readonly setup: string }
  | {
      readonly ask: "claim"
      readonly code: string
      readonly mac: string | undefined
      readonly nickname: string
      readonly turn: number
    }
  | { readonly ask: "decide"; readonly id: string; readonly approve: boolean }
  | { readonly ask: "pause"; readonly milliseconds: number; readonly turn: number }
  /** Writes the target into the page address. */
  | { readonly ask: "address"; readonly target: Target }
  | { readonly ask: "typeCode" }

export type Asked = "me" | "signIn" | "register" | "claim" | "screens" | "decide" | "signOut"

/** An event: a button or form, or an answer of the server. `now`: milliseconds on the page's monotonic clock. */
export type PageEvent =
  | { readonly type: "toggle" | "stop" | "other" | "again" | "refresh" | "signOut" | "signedOut" | "decided" }
  | { readonly type: "known" | "signedIn"; readonly user: User }
  | { readonly type: "entry"; readonly username: string; readonly password: string; readonly setup: string }
  | { readonly type: "code"; readonly code: string; readonly nickname: string }
  | { readonly type: "pair"; readonly nickname: string }
  | { readonly type: "choose" | "confirm"; readonly mac: string }
  | { readonly type: "claimed"; readonly claimed: Claimed }
  | { readonly type: "tick"; readonly turn: number }
  | {
      readonly type: "screens"
      readonly screens: readonly Screen[]
      readonly requests: readonly AccessRequest[]
      readonly lost: readonly Lost[]
    }
  | { readonly type: "decide"; readonly id: string; readonly approve: boolean }
  | { readonly type: "failed"; readonly of: Asked; readonly fault: Fault; readonly now: number; readonly turn?: number }

export interface Step {
  readonly state: State
  readonly effects: readonly Effect[]
}

/** Events of user input, ignored while the page waits for an answer. */
const INPUTS = new Set<PageEvent["type"]>([
  "toggle",
  "other",
  "again",
  "entry",
  "code",
  "pair",
  "choose",
  "confirm",
  "decide",
  "signOut",
])

/** The next state and the effects of an event. Pure. */
export function step(state: State, event: PageEvent): Step {
  if (state.busy && INPUTS.has(event.type)) return { state, effects: [] }
  return STEPS[event.type](state, event as never)
}

type Steps = {
  readonly [T in PageEvent["type"]]: (state: State, event: Extract<PageEvent, { readonly type: T }>) => Step
}

const stay = (state: State, ...effects: readonly Effect[]): Step => ({ state, effects })
const ask = (state: State, effect: Effect): Step => stay({ ...state, busy: true, said: undefined }, effect)

const STEPS: Steps = {
  known: (state, { user }) =>
    enter(state, user, state.target.setup === undefined ? undefined : { key: "done.setupLeft" }),
  signedIn: ({ target: { setup: _setup, ...target }, ...state }, { user }) => {
    const { state: after, effects } = enter(
      { ...state, target },
      user,
      state.form === "register" ? { key: "done.registered" } : undefined,
    )
    return stay(after, { ask: "address", target }, ...effects)
  },
  toggle: (state) => stay({ ...state, form: state.form === "signIn" ? "register" : "signIn", said: undefined }),
  entry: (state, { username, password, setup }) => {
    if (username.trim() === "" || password === "") return stay({ ...state, said: { key: "fault.empty" } })
    return ask(
      state,
      state.form === "signIn" ? { ask: "signIn", username, password } : { ask: "register", username, password, setup },
    )
  },
  code: (state, { code: given, nickname }) => {
    const code = codeOf(given)
    return code === undefined
      ? stay({ ...state, said: { key: "fault.code-form" } })
      : claim({ ...state, target: { ...state.target, code }, nickname })
  },
  pair: (state, { nickname }) => claim({ ...state, nickname }),
  choose: (state, { mac }) => claim({ ...state, target: { ...state.target, mac } }),
  confirm: (state, { mac }) =>
    stay({ ...state, target: { mac }, said: undefined }, { ask: "address", target: { mac } }, { ask: "typeCode" }),
  claimed: (state, { claimed }) => {
    if (!state.user) return stay(state)
    return goHome(
      { ...state, nickname: "", said: outcomeOf(claimed) },
      claimed.again === undefined ? {} : { mac: claimed.mac },
    )
  },
  tick: (state, { turn }) => (state.view === "wait" && turn === state.turn ? stay(state, claimOf(state)) : stay(state)),
  stop: (state) => stay({ ...state, view: "pair", busy: false, turn: state.turn + 1 }),
  other: (state) => goHome({ ...state, nickname: "", said: undefined }, {}),
  again: (state) => (state.view === "away" ? ask({ ...state, view: "loading" }, { ask: "me" }) : claim(state)),
  refresh: (state) => stay(state, { ask: "screens" }),
  screens: (before, { screens, requests, lost }) => {
    // The result of the last step is more important than a lost screen.
    const state =
      before.said === undefined && lost[0]
        ? {
            ...before,
            said: { key: "fault.undone", values: { mac: lost.map(({ mac: each }) => each).join(", ") } } as const,
          }
        : before
    const {
      target: { mac, code },
    } = state
    // The screen in the address is already paired and needs no confirmation: a typed code belongs to another screen.
    const isSettled = code === undefined && screens.some((each) => each.mac === mac && each.waiting === 0)
    return isSettled
      ? stay({ ...state, screens, requests, target: {} }, { ask: "address", target: {} })
      : stay({ ...state, screens, requests })
  },
  decide: (state, { id, approve }) => ask(state, { ask: "decide", id, approve }),
  decided: (state) => stay({ ...state, busy: false, said: { key: "done.decided" } }, { ask: "screens" }),
  signOut: (state) => ask(state, { ask: "signOut" }),
  signedOut: (state) => leave(state, { key: "done.signedOut" }),
  failed: (state, { of, fault, now, turn }) => {
    if (of === "claim") return turn === state.turn ? notClaimed(state, fault, now) : stay(state)
    return FAILED[of](state, fault)
  },
}

const FAILED: Readonly<Record<Exclude<Asked, "claim">, (state: State, fault: Fault) => Step>> = {
  me: (state, fault) =>
    fault.status === 401
      ? stay({ ...state, view: "entry", busy: false })
      : stay({ ...state, view: "away", busy: false, said: sentenceOf(fault) }),
  signIn: refuse,
  register: refuse,
  signOut: refuse,
  screens: (state, fault) => {
    if (fault.status === 401) return leave(state, { key: "fault.session" })
    // The result of the last step is more important than this failure.
    return stay({ ...state, said: state.said ?? { key: "fault.devices" } })
  },
  decide: (state, fault) => {
    if (fault.status === 401) return leave(state, { key: "fault.session" })
    if (fault.status !== 404) return refuse(state, fault)
    return stay({ ...state, busy: false, said: { key: "fault.request-not-found" } }, { ask: "screens" })
  },
}

function refuse(state: State, fault: Fault): Step {
  return stay({ ...state, busy: false, said: sentenceOf(fault) })
}

function enter(state: State, user: User, said: Said | undefined): Step {
  const after: State = { ...state, user, busy: false, said }
  return state.target.code === undefined
    ? stay({ ...after, view: "home" }, { ask: "screens" })
    : stay({ ...after, view: "pair" })
}

/** Signs out. The target stays for the next sign-in. */
function leave(state: State, said: Said): Step {
  return stay({
    ...state,
    view: "entry",
    form: state.target.setup === undefined ? "signIn" : "register",
    user: undefined,
    busy: false,
    screens: [],
    requests: [],
    choices: [],
    turn: state.turn + 1,
    said,
  })
}

function goHome(state: State, target: Target): Step {
  return stay(
    { ...state, view: "home", target, busy: false, choices: [] },
    { ask: "address", target },
    { ask: "screens" },
  )
}

function claim(state: State): Step {
  const after = { ...state, turn: state.turn + 1 }
  return ask(after, claimOf(after))
}

function claimOf({ target: { code = "", mac }, nickname, turn }: State): Effect {
  return { ask: "claim", code, mac, nickname, turn }
}

function outcomeOf({ status, mac, again }: Claimed): Said {
  if (again !== undefined) return { key: "done.later", values: { mac, time: again } }
  return { key: status === "pending_approval" ? "done.pending" : `done.${status}`, values: { mac } }
}

function notClaimed(state: State, fault: Fault, now: number): Step {
  const { code, status, issues = [] } = fault
  if (status === 401) return leave(state, { key: "fault.session" })
  const waiting = state.view === "wait"
  if (
    state.target.mac !== undefined &&
    (code === "code-not-shown" || code === "device-not-found" || (waiting && isTemporary(fault)))
  )
    return wait(state, now)
  if (code === "code-ambiguous")
    return stay({
      ...state,
      view: "choose",
      busy: false,
      choices: issues.map(({ message }) => message),
      said: undefined,
    })
  const { mac } = state.target
  const said: Said = mac !== undefined && code === "code-not-found" ? { key: "fault.code-other" } : sentenceOf(fault)
  // The user must type another code.
  if (status === 404 || status === 422 || code === "code-duplicate" || code === "code-too-short")
    return goHome({ ...state, said }, mac === undefined ? {} : { mac })
  return stay({ ...state, view: waiting || state.view === "late" ? "pair" : state.view, busy: false, said })
}

function wait(state: State, now: number): Step {
  const waitUntil = state.view === "wait" ? state.waitUntil : now + WAIT_MS
  if (now >= waitUntil) return stay({ ...state, view: "late", busy: false, said: undefined })
  return stay(
    { ...state, view: "wait", busy: false, waitUntil, said: undefined },
    { ask: "pause", milliseconds: ASK_EVERY_MS, turn: state.turn },
  )
}
