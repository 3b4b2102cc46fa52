import type { Said } from "./faults.js"

/** What the address asks for. */
export interface Target {
  readonly mac?: string
  readonly code?: string
  /** With which the first admin registers. */
  readonly setup?: string
}

export interface User {
  readonly username: string
}

/** A screen of the user's. */
export interface Screen {
  readonly mac: string
  readonly nickname: string
  readonly owner: boolean
  /** ISO 8601; undefined: it has never called. */
  readonly seen: string | undefined
  /** Screens that say to be this one and wait to be confirmed. */
  readonly waiting: number
  /** People who ask to be let in. */
  readonly requests: number
}

/** A screen that was the user's until the device that called first came back. */
export interface Lost {
  readonly mac: string
}

/** Somebody who asks for a screen. */
export interface AccessRequest {
  readonly id: string
  readonly mac: string
  readonly username: string
}

/** Which part of the page is seen. */
export type View = "loading" | "away" | "entry" | "pair" | "choose" | "wait" | "late" | "home"

export interface State {
  readonly view: View
  readonly target: Target
  readonly user: User | undefined
  /** Which of the two forms the view "entry" is. */
  readonly form: "signIn" | "register"
  /** True: an answer is awaited, and what is pressed meanwhile counts for nothing. */
  readonly busy: boolean
  readonly screens: readonly Screen[]
  readonly requests: readonly AccessRequest[]
  /** MACs of screens with one code. */
  readonly choices: readonly string[]
  /** What the user calls the screen. */
  readonly nickname: string
  /** What came of the last step. */
  readonly said: Said | undefined
  /** Milliseconds on the page's own clock. */
  readonly waitUntil: number
  /** Counts claims: what comes of an earlier one is too late. */
  readonly turn: number
}

export function startOf(target: Target): State {
  return {
    view: "loading",
    target,
    user: undefined,
    form: target.setup === undefined ? "signIn" : "register",
    busy: true,
    screens: [],
    requests: [],
    choices: [],
    nickname: "",
    said: undefined,
    waitUntil: 0,
    turn: 0,
  }
}
