import { createContext } from "preact"
import { call } from "./api.js"
import type { Schema } from "./schema.js"
import type { Mode } from "./screens.js"

/** Names of what the operator has granted to a person. */
export interface Grants {
  readonly connections: readonly string[]
  readonly albums: readonly string[]
}

/** What the fields of a form may choose from. */
export interface FormContext {
  readonly mac: string | undefined
  readonly modes: readonly Mode[]
  readonly grants: Grants | undefined
}

export const formContext = createContext<FormContext>({ mac: undefined, modes: [], grants: undefined })

export const grantsOf = (): Promise<Grants> => call("GET", "api/user/grants")

/** The settings of a mode, as a screen sees it. */
export const settingsOf = async (mode: string, mac: string | undefined): Promise<Schema> =>
  (
    await call<{ schema: Schema }>(
      "GET",
      `api/modes/${encodeURIComponent(mode)}/settings${mac === undefined ? "" : `?mac=${encodeURIComponent(mac)}`}`,
    )
  ).schema
