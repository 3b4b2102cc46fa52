import * as assert from "uvu/assert"
import { rows, under } from "./page-text.js"

/** An answer of the server, whoever has asked. */
interface Answer {
  readonly status: number
  json(): unknown
}

/** Statuses by code, as docs/errors.md lists them. */
const LISTED: ReadonlyMap<string, readonly string[]> = new Map(
  rows(under("docs/errors.md", "## Codes")).map(([code, status]) => [
    code!.replaceAll("`", ""),
    [...status!.matchAll(/\d{3}/g)].map(([digits]) => digits),
  ]),
)

/**
 * Status and code of an error answer. Fails for a body that has not the one shape of errors, for a sentence that is none, and for a code that
 * docs/errors.md does not list with that status.
 */
export function refusal(answer: Answer): readonly [status: number, code: string] {
  const { code, error, message, detail } = answer.json() as Readonly<Record<string, string>>
  assert.equal([typeof code, typeof error, detail], ["string", "string", message], "the shape of an error")
  // What it repeats of a hostile request may be anything.
  assert.match(message!, /\.$/)
  // Where clients compare `error` with a code of their own protocol, it holds that.
  assert.ok(error === message || /^[a-z_]+$/.test(error!), `error says "${error}"`)
  const statuses = LISTED.get(code!)
  assert.ok(statuses, `docs/errors.md does not list "${code}"`)
  assert.ok(
    statuses!.includes(String(answer.status)),
    `docs/errors.md lists "${code}" with ${statuses!.join(", ")}, not ${answer.status}`,
  )
  return [answer.status, code!]
}
