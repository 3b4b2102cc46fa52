import type { Said } from "./faults.js"

/** The target of the page address: the screen to pair, its code, and the setup code. */
export interface Target {
  readonly mac?: string
  readonly code?: string
  /** The setup code of the first admin. */
  readonly setup?: string
}

export interface User {
  readonly username: string
}

/** A screen of the user. */
export interface Screen {
  readonly mac: string
  readonly nickname: string
  readonly owner: boolean
  /** Last call, ISO 8601; undefined: the screen has never called. */
  readonly seen: string | undefined
  /** Number of unconfirmed devices with this MAC address. */
  readonly waiting: number
  /** Number of access requests. */
  readonly requests: number
}

/** A screen that the user lost because the device that called first came back. */
export interface Lost {
  readonly mac: string
}

/** A request of another user for access to a screen. */
export interface AccessRequest {
  readonly id: string
  readonly mac: string
  readonly username: string
}

/** The visible part of the page. */
export type View = "loading" | "away" | "entry" | "pair" | "choose" | "wait" | "late" | "home"

export interface State {
  readonly view: View
  readonly target: Target
  readonly user: User | undefined
  /** The form in the view "entry". */
  readonly form: "signIn" | "register"
  /** True: the page waits for an answer and ignores user input. */
  readonly busy: boolean
  readonly screens: readonly Screen[]
  readonly requests: readonly AccessRequest[]
  /** MACs of the screens that show the same code. */
  readonly choices: readonly string[]
  /** The name that the user gives the screen. */
  readonly nickname: string
  /** The message about the last step. */
  readonly said: Said | undefined
  /** End of waiting, in milliseconds on the page's monotonic clock. */
  readonly waitUntil: number
  /** Number of the current claim: answers to earlier ones are ignored. */
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
