import { Invalid, localised, NotFound } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"
import type { Definition } from "./definition.js"

/**
 * A saved mode that is compiled on first use, so that a start with a thousand of them is quick. When it no longer compiles (its source is
 * gone, the format has changed), drawing it throws and the device shows its next mode.
 */
export function lazily(
  definition: Definition,
  compile: (definition: Definition) => Mode,
  failed: (error: unknown) => void,
): Mode {
  let made: { readonly mode?: Mode; readonly error?: unknown } | undefined
  const mode = (): Mode | undefined => (made ??= compiled()).mode
  const compiled = (): NonNullable<typeof made> => {
    try {
      return { mode: compile(definition) }
    } catch (error) {
      failed(error)
      return { error }
    }
  }
  const required = (): Mode => {
    const found = mode()
    if (found) return found
    // Some definitions were saved before budgets existed.
    if (made?.error instanceof Invalid && made.error.code.startsWith("budget-")) throw made.error
    throw new NotFound(`The mode ${String(definition.id)} no longer compiles: save it again to see its faults.`, {
      code: "mode-not-found",
    })
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
    get perUser() {
      return mode()?.perUser
    },
    get group() {
      return mode()?.group
    },
    get suits() {
      return mode()?.suits
    },
    get data() {
      return required().data
    },
    content: async (context) => required().content(context),
    fallback: (context) => required().fallback(context),
    view: (data, context) => required().view(data, context),
    confined: {
      scene: async (data, context, turn) => required().confined!.scene(data, context, turn),
      isEmpty: async (data, context, turn) => (await required().confined!.isEmpty?.(data, context, turn)) === true,
    },
  } as Mode
}
