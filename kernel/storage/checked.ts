import { Unavailable } from "platen/sdk"
import type { z } from "platen/sdk"

/** A value as its schema reads it, with its stored text. */
export interface Checked<T> {
  readonly value: T
  readonly text: string
}

/** Serializes a value for storage under `key`. Throws TypeError when it does not match its schema: user input is validated earlier, so this is a fault of the plugin and belongs in the log. */
export function toText<T>(schema: z.ZodType<T>, key: string, value: T): Checked<T> {
  const checked = schema.safeParse(value)
  if (checked.success) return { value: checked.data, text: JSON.stringify(checked.data) }
  throw new TypeError(
    `The new value of "${key}" does not match its schema (${first(checked.error)}): nothing was stored.`,
    { cause: checked.error },
  )
}

/** Parses the text stored under `key`. Throws Unavailable when it is damaged or does not match its schema. */
export function fromText<T>(schema: z.ZodType<T>, key: string, text: string): T {
  const checked = schema.safeParse(json(key, text))
  if (checked.success) return checked.data
  throw new Unavailable(
    `The stored value of "${key}" does not match its schema (${first(checked.error)}): the plugin needs a migration.`,
    { code: "store-mismatch" },
  )
}

function json(key: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Unavailable(`The stored value of "${key}" is damaged: check the disk and restore a backup.`, {
      code: "store-failed",
      cause,
    })
  }
}

function first({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join(".") || "value"}: ${issue?.message}`
}
