import type { Issue } from "platen/sdk"
import type { NodeKind } from "platen/sdk/drawing"
import type { Scene } from "platen/sdk/mode"
import { evaluator } from "./evaluate.js"
import type { Evaluator, Surface } from "./evaluate.js"
import { issueList } from "./read.js"
import type { Data } from "./read.js"
import type { ModeSpec } from "./spec.js"
import type { Scope } from "./template.js"

/** A call to the sandbox. `spec`: JSON of a spec that passed its schema. */
export type Call =
  | {
      readonly spec: string
      readonly kind: "check"
      readonly scopes: readonly Scope[]
      /** Modules of the kinds of nodes. */
      readonly nodes: readonly string[]
    }
  | { readonly spec: string; readonly kind: "scene"; readonly scope: Scope; readonly on: Surface }
  | { readonly spec: string; readonly kind: "parameters"; readonly scope: Scope }

/** Bounds of the cache of parsed specs: count, and characters in total. One caller must not use up the memory of the others. */
const MAX_KNOWN = 50
const MAX_CHARACTERS = 1 << 20

const known = new Map<string, Evaluator>()

/** Entry point of the sandbox process. Throws Invalid when the view exceeds a budget. */
export async function run(input: unknown): Promise<readonly Issue[] | Scene | Readonly<Data>> {
  const call = input as Call
  if (call.kind === "check") return checked(call)
  const evaluate = parsed(call.spec)
  if (call.kind === "scene") return evaluate.scene(call.scope, call.on)
  return evaluate.parameters(call.scope)
}

async function checked({ spec, scopes, nodes }: Extract<Call, { kind: "check" }>): Promise<readonly Issue[]> {
  const modules = await Promise.all(nodes.map((module) => import(module) as Promise<{ default: NodeKind }>))
  const { issues, report } = issueList()
  const kinds = modules.map((module) => module.default)
  evaluator(JSON.parse(spec) as ModeSpec, report, kinds).check(scopes, report)
  return issues
}

/** The evaluator of a spec. Faults of its templates have been reported when it was checked. */
function parsed(text: string): Evaluator {
  let one = known.get(text)
  one ??= evaluator(JSON.parse(text) as ModeSpec, () => {})
  known.delete(text)
  known.set(text, one)
  for (const [other] of known)
    if (other !== text && (known.size > MAX_KNOWN || charactersOf(known) > MAX_CHARACTERS)) known.delete(other)
  return one
}

function charactersOf(specs: ReadonlyMap<string, unknown>): number {
  let sum = 0
  for (const text of specs.keys()) sum += text.length
  return sum
}
