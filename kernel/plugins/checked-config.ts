import { SetupError, z } from "platen/sdk"

/** What platen.yaml says at a place, parsed by the schema of its owner; without one it may say nothing. Throws SetupError that names each fault. */
export function checkedConfig(
  schema: z.ZodType = z.strictObject({}),
  given: unknown,
  place: string,
  owner: string,
): unknown {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  throw new SetupError(
    read.error.issues
      .map((issue) => {
        const at = [place, ...issue.path].join(".")
        if (issue.code === "unrecognized_keys")
          return `Unknown field ${issue.keys.map((key) => `"${key}"`).join(" and ")} in ${at} of platen.yaml: remove it; ${owner} has ${keysOf(schema)}.`
        return `${at} in platen.yaml: ${issue.message.replace(/\.$/, "")}.`
      })
      .join(" "),
  )
}

function keysOf(schema: z.ZodType): string {
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return keys.length === 0 ? "no fields" : `the fields ${keys.map((key) => `"${key}"`).join(", ")}`
}
