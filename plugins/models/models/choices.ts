import { Invalid, Unavailable, z } from "platen/sdk"
import { entriesOf } from "platen/sdk/kit"
import type { Catalog, Issue, Secrets, Store } from "platen/sdk"
import type { Painter, TextModel, Wanted } from "platen/sdk/models"
import { refuseUnnamed } from "./allowed.js"
import type { Allow } from "./allowed.js"

const line = z.string().trim().max(200)
const side = z.strictObject({
  provider: line.optional(),
  model: line.optional(),
  /** Sealed. */
  key: z.string().optional(),
  /** Of a provider that takes an address. */
  baseUrl: line.optional(),
})
export type Side = z.output<typeof side>
/** What a person has chosen: for texts, and for pictures. */
export const choice = z.strictObject({ text: side.prefault({}), picture: side.prefault({}) })
export type PersonsChoice = z.output<typeof choice>

/** Whom a call is for. */
export interface Asker {
  readonly user: string | undefined
  readonly part: "text" | "picture"
  readonly wanted?: Wanted | undefined
}

/** A provider with what a call of it needs. */
export interface Chosen<P> {
  readonly provider: P
  readonly model: string
  readonly key: string | undefined
  readonly baseUrl?: string
  /** Whether the call costs the operator: it is paid by the operator's key, or by nobody's. */
  readonly isOperators: boolean
}

const withoutEmpty = (given: Readonly<Record<keyof Side, string | null | undefined>> | Side): Side =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null && value !== ""))

/** The error for a provider that there is not. */
export function noProvider(
  named: string,
  catalog: Pick<Catalog<TextModel | Painter>, "list">,
  issues?: readonly Issue[],
): Invalid {
  const known = catalog.list().map(({ id }) => id)
  return new Invalid(
    `There is no provider "${named}": use one of ${known.join(", ") || "those that platen.yaml sets up"}.`,
    { code: "model-unknown", ...(issues && { issues }) },
  )
}

/** What people have chosen. Keys are sealed. */
export class Choices {
  readonly #people
  readonly #secrets: Secrets
  readonly #allow: Allow

  constructor(store: Store, secrets: Secrets, allow: Allow) {
    this.#people = store.collection("people", choice)
    this.#secrets = secrets
    this.#allow = allow
  }

  async of(user: string): Promise<PersonsChoice> {
    return (await this.#people.get(user)) ?? choice.parse({})
  }

  /** Changes what is named: undefined keeps, null takes away. Keys are sealed here. What belongs to another provider or address goes: a key is for one alone. */
  async change(
    user: string,
    part: "text" | "picture",
    changes: Readonly<Record<string, string | null | undefined>>,
  ): Promise<PersonsChoice> {
    const sealed = Object.entries(changes).map(([name, value]) => [
      name,
      name === "key" && typeof value === "string" ? this.#secrets.seal(value) : value,
    ])
    const given = Object.fromEntries(sealed.filter(([, value]) => value !== undefined)) as Side
    const changed = await this.#people.update(user, (before = choice.parse({})) => {
      const now = before[part]
      const next = withoutEmpty({ ...now, ...given })
      if (next.provider === now.provider && next.baseUrl === now.baseUrl) return { ...before, [part]: next }
      const baseUrl = next.provider === now.provider ? next.baseUrl : given.baseUrl
      return { ...before, [part]: withoutEmpty({ ...given, provider: next.provider, baseUrl }) }
    })
    return changed ?? choice.parse({})
  }

  /** Throws Invalid for a model that a person chooses for keeps, and for which the operator would pay without having named it. */
  refuse(
    { model, key, ...given }: Readonly<Partial<Record<"provider" | "model" | "key", string | null | undefined>>>,
    now: Side,
    catalog: Pick<Catalog<TextModel | Painter>, "get">,
    part: "text" | "picture",
  ): void {
    const named = given.provider === undefined ? now.provider : given.provider
    const provider = named ? catalog.get(named) : undefined
    if (!model || !provider || provider.takesAddress) return
    const hasKey = !!key || (key === undefined && named === now.provider && now.key !== undefined)
    const isOperators = !provider.isKeyed || (provider.key !== undefined && !hasKey)
    if (isOperators) refuseUnnamed(this.#allow, provider, model, `${part}.model`)
  }

  async forget(user: string): Promise<void> {
    await this.#people.delete(user)
  }

  /** Forgets the choices of people who have no account any more. */
  async sweep(isThere: (user: string) => Promise<boolean>): Promise<void> {
    for await (const { key } of entriesOf(this.#people)) if (!(await isThere(key))) await this.#people.delete(key)
  }

  /** Which provider is asked, as whom: what the call names, else what the person has chosen, else the operator's. Undefined where there is none. */
  async choose<P extends TextModel | Painter>(
    catalog: Catalog<P>,
    usual: string | undefined,
    { user, part, wanted = {} }: Asker,
  ): Promise<Chosen<P> | undefined> {
    const own = user === undefined ? {} : (await this.of(user))[part]
    const named = wanted.provider || own.provider
    const operators = catalog
      .list()
      .filter(({ isKeyed, key, takesAddress }) => !takesAddress && (!isKeyed || key !== undefined))
    const provider = named ? catalog.get(named) : (operators.find(({ id }) => id === usual) ?? operators[0])
    if (!provider) {
      if (!named) return undefined
      throw noProvider(named, catalog)
    }
    const isOwn = own.provider === provider.id
    const sealed = isOwn ? own.key : undefined
    const key = wanted.key || (sealed === undefined ? undefined : this.#secrets.open(sealed)) || undefined
    const model = wanted.model || (isOwn ? own.model : undefined) || provider.model
    const baseUrl = provider.takesAddress && isOwn ? own.baseUrl : undefined
    if (provider.takesAddress && baseUrl === undefined)
      throw new Invalid(`The provider "${provider.id}" needs an address: enter a base URL in your models.`, {
        code: "model-address",
      })
    if (provider.isKeyed && key === undefined && provider.key === undefined)
      throw new Unavailable(`The provider "${provider.id}" has no key: enter one in your models.`, {
        code: "model-not-configured",
      })
    if (model === "")
      throw new Invalid(`The provider "${provider.id}" has no model: name one.`, { code: "model-unknown" })
    // A service that needs no key is the operator's, whatever key a person sends.
    const isOperators = baseUrl === undefined && (key === undefined || !provider.isKeyed)
    if (isOperators) refuseUnnamed(this.#allow, provider, model, "model")
    return {
      provider,
      model,
      key: key ?? provider.key,
      ...(baseUrl !== undefined && { baseUrl }),
      isOperators,
    }
  }
}
