import { aimOf, searchOf } from "./address.js"
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

/** All of the browser that the page meets. */
export interface Browser {
  readonly doc: Doc
  readonly call: Call
  /** Milliseconds, only ever growing. */
  readonly now: () => number
  readonly later: (work: () => void, milliseconds: number) => void
  /** The address's query, "?code=..." */
  readonly search: string
  /** Puts another query in its place, without a call. */
  readonly readdress: (search: string) => void
  /** A moment (ISO 8601) as people read it. */
  readonly moment: (iso: string) => string
}

/** Runs the page: what happens changes the state, the state is shown, and what is to be done is done. */
export function run(browser: Browser): void {
  const { doc, call, now, later, search, readdress, moment } = browser
  const language = new URLSearchParams(search).get("lang") ?? undefined
  let state = startOf(aimOf(search))
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
