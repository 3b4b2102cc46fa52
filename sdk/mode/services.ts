import type { PlatenError } from "../errors.js"
import type { PictureShape } from "../http/route.js"
import { token } from "../token.js"
import type { Draw, Picture, Turn } from "./draw.js"
import type { Mode } from "./mode.js"

/** A process of its own that runs code over the texts of users: bounded in time and memory, one call at a time, callers in turn. */
export interface Sandbox {
  /**
   * Calls the export `run` of a module with `input`; input and result are plain data. Rejects with the PlatenError that `run` throws, with
   * Invalid ("budget-time", "budget-memory") for a call that was ended, and with Unavailable when there is no room.
   */
  call(module: URL, input: unknown, turn: Turn): Promise<unknown>
}

/** The compiler of users' specs: modes whose templates and views run in the sandbox. */
export interface Confine {
  /** Compiles a spec without running any of it. Throws Invalid for the faults that this finds. `caller`: the turn in which it is drawn where a request names none. */
  read(spec: unknown, caller: string): Mode
  /** Compiles a spec and runs every template and view. Rejects with Invalid that has the path of every fault, and as `Sandbox.call` does. */
  check(spec: unknown, turn: Turn): Promise<Mode>
}

/** Compiles a mode spec of the operator. Throws Invalid with the path of every fault. */
export const COMPILE = token<(spec: unknown) => Mode>("platen.compile")
/** Compiles mode specs of users. */
export const CONFINE = token<Confine>("platen.confine")
/** Runs code over the texts of users. */
export const SANDBOX = token<Sandbox>("platen.sandbox")
/** Draws modes as pictures. */
export const DRAW = token<Draw>("platen.draw")
/** Draws an error as a picture, in the words of the screen's language. */
export const NOTICE = token<(screen: PictureShape, error: PlatenError) => Picture>("platen.notice")
