import type { Issue } from "platen/sdk"
import { importNodeKinds } from "platen/sdk/kit"
import type { ScreenClass } from "platen/sdk/mode"
import { contentOf, pageOf } from "./evaluate.js"
import type { Content, DrawnPage, Page, Plan } from "./evaluate.js"
import { issueList } from "./faults.js"
import type { Data } from "./read.js"
import type { Scope } from "./scope.js"
import type { ModeSpec } from "./spec.js"

/** A call to the sandbox. `plan`, `plans`: JSON of pages of a spec that was read. `content`: JSON of what it asks of sources, with its filters. */
export type Call =
  | {
      readonly kind: "check"
      readonly plans: readonly string[]
      readonly content: string
      readonly scopes: readonly Scope[]
      /** Modules of the kinds of nodes. */
      readonly nodes: readonly string[]
    }
  | { readonly kind: "page"; readonly plan: string; readonly scope: Scope; readonly screen: ScreenClass }
  | { readonly kind: "parameters"; readonly content: string; readonly scope: Scope }
  | { readonly kind: "empty"; readonly content: string; readonly scope: Scope }

/** Bounds of the cache of what was parsed: count, and characters in total. One caller must not use up the memory of the others. */
const MAX_KNOWN = 50
const MAX_CHARACTERS = 1 << 20

/** With the faults of its templates. */
type Known<T> = T & { readonly issues: readonly Issue[] }

const known = new Map<string, Known<Page> | Known<Content>>()

/** Entry point of the sandbox process. Throws Invalid when the view exceeds a budget. */
export async function run(input: unknown): Promise<readonly Issue[] | DrawnPage | Readonly<Data> | boolean> {
  const call = input as Call
  if (call.kind === "page") return page(call.plan).draw(call.scope, call.screen)
  if (call.kind === "empty") return content(call.content).isEmpty(call.scope)
  if (call.kind === "parameters") return content(call.content).parameters(call.scope)
  const found = issueList()
  const kinds = await importNodeKinds(call.nodes)
  const own = content(call.content)
  own.check(call.scopes, found.report)
  const issues = [...own.issues]
  for (const plan of call.plans) {
    const each = page(plan)
    each.check(call.scopes, found.report, kinds)
    issues.push(...each.issues)
  }
  return [...issues, ...found.issues]
}

const page = (text: string): Known<Page> =>
  parsed(text, (list) => pageOf(JSON.parse(text) as Plan, list.report)) as Known<Page>

const content = (text: string): Known<Content> =>
  parsed(text, (list) => {
    const { filters, ...spec } = JSON.parse(text) as Pick<ModeSpec, "content" | "empty"> & Pick<Plan, "filters">
    return contentOf(spec, filters, list.report)
  }) as Known<Content>

function parsed(
  text: string,
  parse: (list: ReturnType<typeof issueList>) => Page | Content,
): Known<Page> | Known<Content> {
  let one = known.get(text)
  if (!one) {
    const list = issueList()
    one = Object.assign(parse(list), { issues: list.issues }) as Known<Page> | Known<Content>
  }
  known.delete(text)
  known.set(text, one)
  for (const [other] of known)
    if (other !== text && (known.size > MAX_KNOWN || charactersOf(known) > MAX_CHARACTERS)) known.delete(other)
  return one
}

function charactersOf(texts: ReadonlyMap<string, unknown>): number {
  let sum = 0
  for (const text of texts.keys()) sum += text.length
  return sum
}
