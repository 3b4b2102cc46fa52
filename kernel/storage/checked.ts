import { Unavailable } from "platen/sdk"
import type { z } from "platen/sdk"

/**
 * A value as the text that is stored under `key`. Throws TypeError when it does not fit its schema: what users send was
 * checked before, so this is a mistake of the plugin, and the log must have it.
 */
export function toText<T>(schema: z.ZodType<T>, key: string, value: T): string {
  const checked = schema.safeParse(value)
  if (checked.success) return JSON.stringify(checked.data)
  throw new TypeError(
    `What is to be stored under "${key}" does not fit its schema (${first(checked.error)}): nothing was stored.`,
    { cause: checked.error },
  )
}

/** The value that the text under `key` holds. Throws Unavailable when it holds none that fits. */
export function fromText<T>(schema: z.ZodType<T>, key: string, text: string): T {
  const checked = schema.safeParse(json(key, text))
  if (checked.success) return checked.data
  throw new Unavailable(
    `What is stored under "${key}" no longer fits its schema (${first(checked.error)}): a migration is missing.`,
    { code: "store-mismatch" },
  )
}

function json(key: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Unavailable(`What is stored under "${key}" is damaged: look at the disk and restore a backup.`, {
      code: "store-failed",
      cause,
    })
  }
}

function first({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join(".") || "value"}: ${issue?.message}`
}
