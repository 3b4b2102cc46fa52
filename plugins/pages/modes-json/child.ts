import type { Issue } from "platen/sdk"
import { importNodeKinds } from "platen/sdk/kit"
import type { Scene } from "platen/sdk/mode"
import { evaluator } from "./evaluate.js"
import type { Evaluator, Surface } from "./evaluate.js"
import { issueList } from "./read.js"
import type { Data, Read } from "./read.js"
import type { Scope } from "./template.js"

/** A call to the sandbox. `spec`: JSON of a spec that passed its schema, and of the lengths of its nodes. */
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
  | { readonly spec: string; readonly kind: "empty"; readonly scope: Scope }

/** Bounds of the cache of parsed specs: count, and characters in total. One caller must not use up the memory of the others. */
const MAX_KNOWN = 50
const MAX_CHARACTERS = 1 << 20

interface Known {
  readonly evaluate: Evaluator
  /** Faults of its templates. */
  readonly issues: readonly Issue[]
}

const known = new Map<string, Known>()

/** Entry point of the sandbox process. Throws Invalid when the view exceeds a budget. */
export async function run(input: unknown): Promise<readonly Issue[] | Scene | Readonly<Data> | boolean> {
  const call = input as Call
  const { evaluate, issues } = parsed(call.spec)
  if (call.kind === "scene") return evaluate.scene(call.scope, call.on)
  if (call.kind === "empty") return evaluate.isEmpty(call.scope)
  if (call.kind === "parameters") return evaluate.parameters(call.scope)
  const found = issueList()
  evaluate.check(call.scopes, found.report, await importNodeKinds(call.nodes))
  return [...issues, ...found.issues]
}

function parsed(text: string): Known {
  const one = known.get(text) ?? parse(text)
  known.delete(text)
  known.set(text, one)
  for (const [other] of known)
    if (other !== text && (known.size > MAX_KNOWN || charactersOf(known) > MAX_CHARACTERS)) known.delete(other)
  return one
}

function parse(text: string): Known {
  const { issues, report } = issueList()
  return { evaluate: evaluator(JSON.parse(text) as Pick<Read, "spec" | "lengths">, report), issues }
}

function charactersOf(specs: ReadonlyMap<string, unknown>): number {
  let sum = 0
  for (const text of specs.keys()) sum += text.length
  return sum
}
