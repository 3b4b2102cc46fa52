import { GLOBAL_SCOPE, SetupError } from "platen/sdk"
import type {
  BundledPicture,
  Catalog,
  Chooser,
  Codec,
  Command,
  Contributions,
  Decoder,
  Edition,
  Font,
  Frame,
  IconSet,
  Mode,
  ModeCatalog,
  Observer,
  Palette,
  Panel,
  Policy,
  Route,
  Source,
  Strategy,
} from "platen/sdk"

/** Things of one kind by id, each with the plugin that gave it. Reading before it is opened is a mistake of a plugin. */
export class KeyedCatalog<T> implements Catalog<T> {
  readonly #kind: string
  readonly #entries = new Map<string, { readonly value: T; readonly owner: string }>()
  #open = false

  constructor(kind: string) {
    this.#kind = kind
  }

  /** Throws SetupError when another has that id; `name`: what it is called there. */
  add(id: string, value: T, owner: string, name = id): () => void {
    const other = this.#entries.get(id)
    if (other)
      throw new SetupError(
        `Plugins "${other.owner}" and "${owner}" both give the ${this.#kind} "${name}": turn one off in platen.yaml, or rename it.`,
      )
    const entry = { value, owner }
    this.#entries.set(id, entry)
    return () => {
      if (this.#entries.get(id) === entry) this.#entries.delete(id)
    }
  }

  open(): void {
    this.#open = true
  }

  get(id: string): T | undefined {
    return this.#read().get(id)?.value
  }

  list(): readonly T[] {
    return [...this.#read().values()].map(({ value }) => value)
  }

  ids(): readonly string[] {
    return [...this.#read().keys()]
  }

  owner(id: string): string | undefined {
    return this.#entries.get(id)?.owner
  }

  #read(): ReadonlyMap<string, { readonly value: T; readonly owner: string }> {
    if (!this.#open)
      throw new SetupError(`The catalog of ${this.#kind}s is not open during setup: read it from \`ready\` or later.`)
    return this.#entries
  }
}

const MODE_ID = /^[A-Z][A-Z0-9_]{1,31}$/
const PICTURE_ID = /^[a-z][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*$/
const COMMAND_NAME = /^[a-z][a-z0-9-]{0,17}$/
const SOURCE_NAME = /^[a-z][a-z0-9-]{1,47}$/

/** Everything that plugins have given. */
export class Registry {
  readonly modes = new KeyedCatalog<Mode>("mode")
  readonly sources = new KeyedCatalog<Source>("source")
  readonly fonts = new KeyedCatalog<Font>("font")
  readonly icons = new KeyedCatalog<IconSet>("icon set")
  readonly palettes = new KeyedCatalog<Palette>("palette")
  readonly panels = new KeyedCatalog<Panel>("panel")
  readonly codecs = new KeyedCatalog<Codec>("codec")
  readonly pictures = new KeyedCatalog<BundledPicture>("picture")
  readonly decoders = new KeyedCatalog<Decoder>("decoder")
  readonly frames = new KeyedCatalog<Frame>("frame")
  readonly strategies = new KeyedCatalog<Strategy>("strategy")
  readonly choosers = new KeyedCatalog<Chooser>("chooser")
  readonly observers = new KeyedCatalog<Observer>("observer")
  readonly policies = new KeyedCatalog<Policy>("policy")
  readonly editions = new KeyedCatalog<Edition>("edition")
  readonly routes = new KeyedCatalog<Route>("route")
  readonly commands = new KeyedCatalog<Command>("command")
  readonly messages = new KeyedCatalog<string>("message")
  readonly #routeOwners = new WeakMap<Route, string>()
  readonly #scopes = new WeakMap<Mode, string>()

  /** Registers all of a plugin's contributions, or none: what it registered before a conflict is undone. */
  add(owner: string, given: Contributions, scope = ""): () => void {
    const undo: (() => void)[] = []
    const each = <T>(
      catalog: KeyedCatalog<T>,
      values: readonly T[] | undefined,
      id: (value: T) => string,
      under = "",
    ): void => {
      for (const value of values ?? []) undo.push(catalog.add(under + id(value), value, owner, id(value)))
    }
    const undoAll = (): void => {
      for (const step of undo.splice(0).reverse()) step()
    }
    for (const mode of given.modes ?? []) this.#scopes.set(mode, scope)
    try {
      each(this.modes, given.modes, (mode) => checked(mode.id, MODE_ID, "mode", owner), `${scope}/`)
      each(this.sources, given.sources, (source) => checked(source.name, SOURCE_NAME, "source", owner))
      each(this.fonts, given.fonts, (font) => font.id)
      each(this.icons, given.icons, (set) => set.id)
      each(this.palettes, given.palettes, (palette) => palette.id)
      each(this.panels, given.panels, (panel) => panel.id)
      each(this.codecs, given.codecs, (codec) => codec.id)
      each(this.pictures, given.pictures, (picture) => checked(picture.id, PICTURE_ID, "picture", owner))
      each(this.decoders, given.decoders, (decoder) => decoder.id)
      each(this.frames, given.frames, (frame) => frame.id)
      each(this.strategies, given.strategies, (strategy) => strategy.id)
      each(this.choosers, given.choosers, (chooser) => chooser.id)
      each(this.observers, given.observers, (observer) => observer.id)
      each(this.policies, given.policies, (policy) => policy.id)
      each(this.editions, given.editions, (edition) => edition.id)
      each(this.commands, given.commands, (command) => checked(command.name, COMMAND_NAME, "command", owner))
      for (const route of given.routes ?? []) {
        this.#routeOwners.set(route, owner)
        for (const edition of route.editions)
          undo.push(this.routes.add(`${edition} ${route.method} ${route.path}`, route, owner))
      }
      for (const [language, words] of Object.entries(given.messages ?? {})) {
        for (const [key, phrase] of Object.entries(words))
          undo.push(this.messages.add(`${language}/${key}`, phrase, owner))
      }
    } catch (error) {
      undoAll()
      throw error
    }
    return undoAll
  }

  /** Whose mode it is; "" for everybody's. */
  scopeOf(mode: Mode): string {
    return this.#scopes.get(mode) ?? ""
  }

  /** The plugin that gave a route. */
  ownerOf(route: Route): string | undefined {
    return this.#routeOwners.get(route)
  }

  open(): void {
    for (const catalog of Object.values(this)) if (catalog instanceof KeyedCatalog) catalog.open()
  }

  /**
   * Modes as plugins see them: a scope's own are found only by those who name it, and never before those without. `hidden`: those
   * too that nobody chooses.
   */
  modeCatalog(hidden = false): ModeCatalog {
    const { modes } = this
    // What is found first counts, also where it is hidden: else a scoped mode could take the place of a page of the server's own.
    const get = (id: string, scopes: readonly string[]): Mode | undefined => {
      if (!MODE_ID.test(id)) return undefined
      for (const scope of ["", ...scopes, GLOBAL_SCOPE]) {
        const mode = modes.get(`${scope}/${id}`)
        if (mode) return hidden || !mode.hidden ? mode : undefined
      }
      return undefined
    }
    return {
      get: (id, scopes = []) => get(id, scopes),
      list: (scopes = []) => {
        const named = new Set(["", ...scopes, GLOBAL_SCOPE])
        const seen = modes.list().filter((mode) => named.has(this.scopeOf(mode)) && get(mode.id, scopes) === mode)
        return seen.sort((a, b) => (a.id < b.id ? -1 : 1))
      },
      installed: (id) => modes.get(`/${id}`) !== undefined,
    }
  }

  /** Whether any plugin has words of a language, or of its base language. */
  speaks(language: string): boolean {
    const bases = new Set([language.toLowerCase(), language.toLowerCase().split("-")[0]!])
    return this.messages.ids().some((id) => bases.has(id.split("/")[0]!.toLowerCase()))
  }

  /** The phrase for a key: the language's, else its base language's, else English; undefined when there is none. */
  phrase(language: string, key: string): string | undefined {
    return (
      this.messages.get(`${language}/${key}`) ??
      this.messages.get(`${language.split("-")[0]}/${key}`) ??
      this.messages.get(`en/${key}`)
    )
  }
}

function checked(id: string, pattern: RegExp, kind: string, owner: string): string {
  if (!pattern.test(id))
    throw new SetupError(`Plugin "${owner}" gives a ${kind} called "${id}": its name must match ${pattern.source}.`)
  return id
}
