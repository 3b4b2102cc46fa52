import { Invalid } from "platen/sdk"
import type { NodeKind } from "platen/sdk/drawing"
import type { Placed, SceneNode } from "platen/sdk/mode"

/** Types of nodes that the engine draws itself. */
const OWN_TYPES: ReadonlySet<string> = new Set([
  "column",
  "row",
  "stack",
  "grid",
  "text",
  "icon",
  "image",
  "rule",
  "progress",
  "spacer",
])

/** Fields of the placement of a node. */
export const PLACEMENT = [
  "grow",
  "shrink",
  "basis",
  "width",
  "height",
  "minWidth",
  "maxWidth",
  "minHeight",
  "maxHeight",
  "self",
  "at",
] as const satisfies readonly (keyof Placed)[]

/** Fields that every node may have. */
const GENERAL: ReadonlySet<string> = new Set(["type", "ink", ...PLACEMENT])

/** Kinds of nodes that plugins contribute, by type. */
export class NodeKinds {
  readonly #kinds = new Map<string, NodeKind>()
  readonly #checked = new WeakSet<object>()

  constructor(kinds: readonly NodeKind[] = []) {
    for (const kind of kinds) this.#kinds.set(kind.type, kind)
  }

  /** The kind of a node; undefined for a type of the engine itself. Throws Invalid for an unknown type, and for fields that the kind refuses. */
  of(node: SceneNode): NodeKind | undefined {
    const type: string = node.type
    if (OWN_TYPES.has(type)) return undefined
    const kind = this.#kinds.get(type)
    if (!kind)
      throw new Invalid(
        `There is no node of type "${type}": use one of ${[...OWN_TYPES, ...this.#kinds.keys()].join(", ")}.`,
      )
    this.#check(node, kind)
    return kind
  }

  /** The kind of a node of a page that was drawn: its fields are not checked again. */
  drawn({ type }: SceneNode): NodeKind | undefined {
    return this.#kinds.get(type)
  }

  #check(node: SceneNode, { schema }: NodeKind): void {
    if (this.#checked.has(node)) return
    const fields = Object.fromEntries(Object.entries(node).filter(([name]) => !GENERAL.has(name)))
    const issue = schema.safeParse(fields).error?.issues[0]
    if (issue)
      throw new Invalid(
        `The node "${node.type}" cannot be drawn: ${issue.path.join(".") || "its fields"}: ${issue.message}.`,
      )
    this.#checked.add(node)
  }
}

/** Whether the engine draws nodes of a type itself. */
export function isOwnType(type: string): boolean {
  return OWN_TYPES.has(type)
}
