import { z } from "zod"

/** The server's copy of zod 4. Import `z` from here, so that there is one copy. It compiles no schemas: most parse too seldom. */
export { z }
z.config({ jitless: true })

/** Text in several languages, by BCP 47 tag. Any other language falls back to `en`. */
export type Localised = Readonly<{ en: string } & Record<string, string>>

/** The schema of a `Localised` text: `en` is required, no text is empty. */
export const localised: z.ZodType<Localised> = z.object({ en: z.string().min(1) }).catchall(z.string().min(1))

/** Information about a field, beside its type, that a form needs. */
export interface FieldMeta {
  readonly label?: Localised
  readonly help?: Localised
  readonly widget?: "text" | "textarea" | "number" | "select" | "toggle" | "date" | "picture" | "list" | "mode" | "none"
  readonly unit?: string
  /** The labels of the values of a select. */
  readonly options?: Readonly<Record<string, Localised>>
  /** True: the value is a credential: it is never logged or returned. */
  readonly secret?: boolean
  /** True: a field of a node is a length in pixels. Modes of data give it in units, which grow with the screen. */
  readonly length?: boolean
}

/** The registry of every `FieldMeta` that `field` or `secret` has given to a schema. */
export const fields = z.registry<FieldMeta>()
