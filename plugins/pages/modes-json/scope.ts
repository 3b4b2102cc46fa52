/** The variables of a template: the content's fields, `settings`, `date`, `screen`, `language`, `base`, `locale`, and in a repeated node `item` and `index`. */
export type Scope = Readonly<Record<string, unknown>>

/** The page's own scope, which components and filters see. */
const PAGE = Symbol("page")
/** The scope of whoever uses a component: its slots see it. */
const USER = Symbol("user")
/** Variables that are computed when a template first reads them, by name. */
const LAZY = Symbol("lazy")

interface Hidden {
  readonly [PAGE]?: Scope
  readonly [USER]?: Scope
  readonly [LAZY]?: Readonly<Record<string, () => unknown>>
}

/** A variable of a page or of a component. */
export interface Variable {
  readonly name: string
  readonly value: (scope: Scope) => unknown
}

/** The scope of a page: `scope` with its variables. */
export function pageScope(scope: Scope, variables: readonly Variable[]): Scope {
  const page: Record<PropertyKey, unknown> = { ...scope }
  page[PAGE] = page
  page[LAZY] = lazy(variables, () => page)
  return page as Scope
}

/** What a component sees: the page, its properties and its variables, nothing of who uses it. */
export function componentScope(user: Scope, properties: Scope, variables: readonly Variable[]): Scope {
  const page = (user as Hidden)[PAGE] ?? user
  const inner: Record<PropertyKey, unknown> = { ...page, ...properties }
  inner[USER] = user
  inner[LAZY] = { ...(page as Hidden)[LAZY], ...lazy(variables, () => inner as Scope) }
  return inner as Scope
}

/** What the user of a component sees. */
export function userScope(inner: Scope): Scope {
  return (inner as Hidden)[USER] ?? inner
}

/** What a filter sees: the page, and what it is given. */
export function filterScope(scope: Scope, given: Scope): Scope {
  return { ...((scope as Hidden)[PAGE] ?? scope), ...given }
}

/** A scope with those of its variables that a text reads. What stands in the scope itself comes before them. */
export function completed(scope: Scope, names: readonly string[]): Scope {
  const variables = (scope as Hidden)[LAZY]
  if (!variables) return scope
  let whole: Record<string, unknown> | undefined
  for (const name of names)
    if (Object.hasOwn(variables, name) && !Object.hasOwn(scope, name)) {
      whole ??= { ...scope }
      whole[name] = variables[name]!()
    }
  return whole ?? scope
}

/** Each is computed once. */
function lazy(variables: readonly Variable[], scope: () => Scope): Record<string, () => unknown> {
  return Object.fromEntries(
    variables.map(({ name, value }) => {
      let known: { readonly value: unknown } | undefined
      return [name, () => (known ??= { value: value(scope()) }).value]
    }),
  )
}
