/** The name of a service and, for the compiler, its type. Two tokens of one name are the same token, so a plugin that was built against another copy of this file still meets the others. */
export interface Token<T> {
  readonly name: string
  /** Never there at run time: it carries T for the compiler. */
  readonly service?: T
}

/** Makes a token. `name`: dotted, lower case, beginning with the owner: "platen.store", "acme.calendar". */
export function token<T>(name: string): Token<T> {
  return Object.freeze({ name })
}

/** The values behind a record of tokens: `{ log: Token<Log> }` -> `{ log: Log }`. */
export type Services<Needs extends Readonly<Record<string, Token<unknown>>>> = {
  readonly [Name in keyof Needs]: Needs[Name] extends Token<infer T> ? T : never
}
