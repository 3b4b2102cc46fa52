import type { NodeFields, NodeKind } from "../drawing/node.js"
import type { z } from "../schema.js"

/** Types the parts of a node kind against one another. Export it as the default of a module of its own. */
export function defineNode<N>(
  kind: Omit<NodeKind<N>, "schema"> & { readonly schema: z.ZodObject & z.ZodType<NodeFields<N>> },
): NodeKind {
  return kind as unknown as NodeKind
}
