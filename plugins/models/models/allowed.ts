import { Invalid, z } from "platen/sdk"
import type { Painter, TextModel } from "platen/sdk/models"

/** Names of models by the id of a provider, or "any": what may be asked at the operator's expense beside the provider's own model. */
export const allow = z.record(z.string(), z.literal("any").or(z.array(z.string().min(1).max(100)).max(50)))
export type Allow = z.output<typeof allow>

/** Throws Invalid ("model-unknown") for a model of a provider that the operator pays for and has not named. `path`: of the field that names the model. */
export function refuseUnnamed(
  allowed: Allow,
  { id, model: own }: Pick<TextModel | Painter, "id" | "model">,
  model: string,
  path: string,
): void {
  const more = Object.hasOwn(allowed, id) ? allowed[id]! : []
  if (more === "any" || model === own || more.includes(model)) return
  const known = [own, ...more].filter((name) => name !== "").join(", ")
  throw new Invalid(
    `The server pays for no model "${model}" of "${id}": ${known === "" ? "" : `use ${known}, or `}enter a key of your own; the operator names others in models.allow.`,
    { code: "model-unknown", issues: [{ path, message: known === "" ? "is not allowed" : `is not one of ${known}` }] },
  )
}
