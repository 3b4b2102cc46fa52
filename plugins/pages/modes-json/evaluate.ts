import { languageChain } from "platen/sdk/kit"
import type { Scene, ViewContext } from "platen/sdk/mode"
import type { Tree } from "./expand.js"
import { ownEntries } from "./own.js"
import { poolLanguage } from "./pool.js"
import type { Report } from "./faults.js"
import type { PlanPlace } from "./plans.js"
import type { Parameters } from "./read.js"
import type { ModeSpec } from "./spec.js"
import { inksOf } from "./page-scope.js"
import { isWritten, WRITTEN } from "./written.js"
import { pageScope } from "./scope.js"
import type { Scope } from "./scope.js"
import type { Lengths, SpecKind } from "./spec-nodes.js"
import { bounded, lookup, Parser, usualParser } from "./template.js"
import type { FilterSpec, Parsed } from "./template.js"
import { filled, Parts, tried } from "./parts.js"
import { view } from "./view.js"
import type { Tools } from "./view.js"

/** All that drawing one page needs: the tree of its view on its screen, and the filters of its spec. */
export interface Plan {
  readonly tree: Tree
  readonly filters: Readonly<Record<string, FilterSpec>>
  /** The lengths of nodes that plugins draw. */
  readonly lengths: Lengths
}

/** A page as its view draws it. */
export type DrawnPage = Pick<Scene, "body" | "footer" | "frame">

/** The executable parts of a page. */
export interface Page {
  /** Renders every template with each scope; reports unknown names, and fields of nodes that their kinds refuse. Throws Invalid when the view exceeds a budget. */
  check(scopes: readonly Scope[], report: Report, kinds: readonly SpecKind[]): void
  /** Throws Invalid when the view exceeds a budget. */
  draw(scope: Scope, screen: ViewContext["screen"]): DrawnPage
}

/** The executable parts of a spec beside its pages. */
export interface Content {
  /** Renders every template with each scope. */
  check(scopes: readonly Scope[], report: Report): void
  /** Whether content says nothing. */
  isEmpty(scope: Scope): boolean
  /** The parameters of the spec's sources. */
  parameters(scope: Scope): Parameters
}

/** The target of a scene. Sizes in pixels. */
export type Surface = Pick<ViewContext, "width" | "height" | "language" | "screen" | "palette">

/** Parsers by the filters of a spec: its pages have most of their templates in common. */
const parsers = new WeakMap<Plan["filters"], Parser>()

function parserOf(filters: Plan["filters"]): Parser {
  if (Object.keys(filters).length === 0) return usualParser
  const known = parsers.get(filters) ?? new Parser(filters)
  parsers.set(filters, known)
  return known
}

/** The page of a plan. Parses every template and passes faults to `report`. `shared`: what it has in common with the spec's other pages. */
export function pageOf(
  { tree, filters, lengths }: Plan,
  report: Report,
  shared: Pick<Tools, "made" | "isProven"> = {},
): Page {
  const tools = { report, lengths, parser: parserOf(filters), ...shared }
  const root = view(tree.root, tools)
  const own = new Parts("variables", tools)
  const variables = Object.entries(tree.variables).map(([name, value]) => ({ name, value: filled(value, name, own) }))
  const below = new Parts("footer", tools)
  const footer = Object.entries(tree.footer).map(([key, source]) => [key, below.template(source, key)] as const)
  const round = new Parts("", tools)
  const frame = round.template(tree.frame, "frame")
  const scopeOf = (given: Scope): Scope => pageScope(bounded(given), variables)
  return {
    check: (scopes, found, kinds) => {
      for (const each of scopes) {
        const scope = scopeOf(each)
        own.check(scope, found, kinds)
        root.check(scope, found, kinds)
        below.check(scope, found, kinds)
        round.check(scope, found, kinds)
      }
    },
    draw: (given, screen) => {
      const scope = scopeOf(given)
      const [body] = root(scope, screen)
      const lines = footer.map(([key, line]) => [key, line(scope)] as const).filter(([, line]) => line !== "")
      return {
        body: body ?? { type: "spacer" },
        footer: Object.fromEntries(lines),
        frame: frame(scope).trim() === "bare" ? "bare" : "full",
      }
    },
  }
}

/** What a spec asks of sources, and when its content says nothing. Parses every template and passes faults to `report`. */
export function contentOf(
  spec: Pick<ModeSpec, "content" | "empty">,
  filters: Plan["filters"],
  report: Report,
): Content {
  const tools = { report, parser: parserOf(filters) }
  const parameters = sourceParameters(spec, new Parts("content", tools))
  const empty = spec.empty === undefined ? undefined : new Parts("", tools).condition(spec.empty, "empty")
  return {
    check: (scopes, found) => {
      if (empty) for (const each of scopes) tried(() => empty.check(bounded(each)), "empty", found)
    },
    isEmpty: (given) => empty?.(bounded(given)) ?? false,
    parameters: (given) => {
      const scope = bounded(given)
      return Object.fromEntries(
        parameters.map(({ variable, when, values }) => [
          variable,
          when && !when(scope) ? null : Object.fromEntries(values.map(([key, value]) => [key, value(scope)])),
        ]),
      )
    },
  }
}

/** The scene of a page, with what its spec says of every page. */
export function sceneOf(
  spec: ModeSpec,
  { body, footer, frame = "full" }: DrawnPage,
  data: Readonly<Record<string, unknown>>,
  { language, settings }: Pick<ViewContext, "language" | "settings">,
): Scene {
  return {
    body,
    language,
    frame,
    footer: { ...(spec.icon && { icon: spec.icon }), ...footer },
    ...(isWritten(data)
      ? { written: true }
      : ownEntries(spec, settings).length > 0
        ? {}
        : contentLanguage(spec, language)),
  }
}

/** The view of a spec, and its screen, that suit a surface. */
export function chosen({ variants = [], screens = {} }: ModeSpec, surface: Surface): PlanPlace {
  const [screen = "base"] = Object.entries(screens).find(([, when]) => suits(when, surface)) ?? []
  return { view: variants.findIndex(({ when }) => suits(when, surface)) + 1, screen }
}

type Value = (scope: Scope) => unknown

/** How a source is asked: by its variable, whether it is, and with which parameters. */
interface Asking {
  readonly variable: string
  readonly when: Parsed<boolean> | undefined
  readonly values: readonly (readonly [string, Value])[]
}

/** How each source is asked; that of `content.source` has the variable "". */
function sourceParameters(
  { content: { source, sources = {}, write } }: Pick<ModeSpec, "content">,
  parts: Parts,
): readonly Asking[] {
  const instructions = Object.entries(write?.instructions ?? {}).map(
    ([language, text]) => [language, parts.template(text, `write.instructions.${language}`)] as const,
  )
  const all = [
    ...(source ? [{ variable: "", path: "source", parameters: source.parameters, when: undefined }] : []),
    ...Object.entries(sources).map(([variable, { parameters, when }]) => ({
      variable,
      path: `sources.${variable}`,
      parameters,
      when,
    })),
  ]
  const written = write ? [{ variable: WRITTEN, when: undefined, values: instructions }] : []
  const asked = all.map(({ variable, path, parameters = {}, when }) => ({
    variable,
    when: when === undefined ? undefined : parts.condition(when, `${path}.when`),
    values: Object.entries(parameters).map(([key, value]): readonly [string, Value] => {
      if (typeof value === "string") return [key, parts.template(value, `${path}.parameters.${key}`)]
      if (typeof value !== "object") return [key, () => value]
      const names = value.from.split(".")
      return [key, (scope) => lookup(scope, names)]
    }),
  }))
  return [...asked, ...written]
}

/** The language of a spec's entries, where it is not the page's. That of a source is unknown. */
function contentLanguage({ content }: ModeSpec, language: string): Pick<Scene, "contentLanguage"> {
  const tags = Object.keys(content.pool ?? {})
  if (content.source || tags.length === 0) return {}
  const tag = poolLanguage(tags, language)
  return languageChain(tag).at(-1) === languageChain(language).at(-1) ? {} : { contentLanguage: tag }
}

type When = NonNullable<ModeSpec["variants"]>[number]["when"]

function suits(when: When, { width, height, language, screen, palette }: Surface): boolean {
  const aspect = width / height
  return (
    width >= (when.minWidth ?? 0) &&
    width <= (when.maxWidth ?? Infinity) &&
    height >= (when.minHeight ?? 0) &&
    height <= (when.maxHeight ?? Infinity) &&
    aspect >= (when.minAspect ?? 0) &&
    aspect <= (when.maxAspect ?? Infinity) &&
    (when.shapes?.includes(screen.shape) ?? true) &&
    (when.classes?.includes(screen.id) ?? true) &&
    (when.inks?.includes(inksOf(palette)) ?? true) &&
    (when.languages === undefined || languageChain(language).some((tag) => when.languages!.includes(tag)))
  )
}
