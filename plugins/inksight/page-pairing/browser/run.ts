import { targetOf, searchOf } from "./address.js"
import { answerTo } from "./api.js"
import type { Call } from "./api.js"
import { part } from "./dom.js"
import type { Doc } from "./dom.js"
import { step } from "./machine.js"
import type { Effect, PageEvent } from "./machine.js"
import { startOf } from "./state.js"
import { listen, show } from "./view.js"
import type { Showing } from "./view.js"
import { wordsIn } from "./words.js"

/** The browser services that the page uses. */
export interface Browser {
  readonly doc: Doc
  readonly call: Call
  /** Monotonic milliseconds. */
  readonly now: () => number
  readonly later: (work: () => void, milliseconds: number) => void
  /** The query of the page address, "?code=...". */
  readonly search: string
  /** Replaces the query of the page address without loading a page. */
  readonly readdress: (search: string) => void
  /** Formats a time (ISO 8601) for display. */
  readonly moment: (iso: string) => string
}

/** Runs the page: each event changes the state, the view shows it, and the effects run. */
export function run(browser: Browser): void {
  const { doc, call, now, later, search, readdress, moment } = browser
  const language = new URLSearchParams(search).get("lang") ?? undefined
  let state = startOf(targetOf(search))
  const dispatch = (event: PageEvent): void => {
    const before = state
    const { state: after, effects } = step(state, event)
    state = after
    show(showing, state, before)
    for (const effect of effects) perform(effect)
  }
  const perform = (effect: Effect): void => {
    if (effect.ask === "pause") later(() => dispatch({ type: "tick", turn: effect.turn }), effect.milliseconds)
    else if (effect.ask === "address") readdress(searchOf(effect.target, language))
    else if (effect.ask === "typeCode") part(doc, "code").focus()
    else void answerTo(call, effect, now).then(dispatch)
  }
  const showing: Showing = { doc, words: wordsIn(doc.documentElement.lang), dispatch, moment }
  listen(showing, state)
  show(showing, state, undefined)
  perform({ ask: "me" })
}
