import { Invalid, localised, NotFound } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"
import type { Definition } from "./definition.js"

/**
 * A mode that was checked when it was saved, and is compiled when it is first asked for more than its name: a start with a thousand of
 * them is quick. One that compiles no more (its source is gone, the format has changed) cannot be drawn, and the next mode is shown.
 */
export function lazily(
  definition: Definition,
  compile: (definition: Definition) => Mode,
  failed: (error: unknown) => void,
): Mode {
  let made: { readonly mode?: Mode; readonly error?: unknown } | undefined
  const mode = (): Mode | undefined => (made ??= tried()).mode
  const tried = (): NonNullable<typeof made> => {
    try {
      return { mode: compile(definition) }
    } catch (error) {
      failed(error)
      return { error }
    }
  }
  const sure = (): Mode => {
    const found = mode()
    if (found) return found
    // Budgets are younger than some definitions: it is drawn no more, and says why.
    if (made?.error instanceof Invalid && made.error.code.startsWith("budget-")) throw made.error
    throw new NotFound(
      `The mode ${String(definition.id)} compiles no more: save it again, and see what is wrong with it.`,
      { code: "mode-not-found" },
    )
  }
  const title = localised.safeParse(definition.title)
  const description = localised.safeParse(definition.description)
  return {
    id: String(definition.id),
    title: title.success ? title.data : { en: String(definition.id) },
    ...(description.success && { description: description.data }),
    ...(typeof definition.icon === "string" && { icon: definition.icon }),
    compiled: true,
    get settings() {
      return mode()?.settings
    },
    get cacheFor() {
      return mode()?.cacheFor
    },
    get version() {
      return mode()?.version
    },
    get hourly() {
      return mode()?.hourly
    },
    get suits() {
      return mode()?.suits
    },
    get data() {
      return sure().data
    },
    content: async (context) => sure().content(context),
    fallback: (context) => sure().fallback(context),
    view: (data, context) => sure().view(data, context),
    confined: { scene: async (data, context, turn) => sure().confined!.scene(data, context, turn) },
  } as Mode
}
