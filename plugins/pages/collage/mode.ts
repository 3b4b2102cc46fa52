import { field, z } from "platen/sdk"
import { withSecrets } from "platen/sdk/kit"
import { defineMode } from "platen/sdk/mode"
import type { Secrets } from "platen/sdk"
import type { ContentContext, Mode, ModeCatalog } from "platen/sdk/mode"
import { view } from "./view.js"

export const ID = "COLLAGE"
const MAX_CELLS = 6
export const GRIDS = ["auto", "1x2", "2x1", "1x3", "3x1", "2x2", "2x3", "3x2"] as const

const cell = z.strictObject({
  mode: field(z.string().trim().toUpperCase().max(40), {
    label: { en: "Page", zh: "页面" },
    help: { en: "Id of an installed mode, such as WEATHER.", zh: "已安装模式的 ID，例如 WEATHER。" },
    widget: "mode",
  }),
  settings: field(z.record(z.string(), z.unknown()).default({}), {
    label: { en: "Settings", zh: "设置" },
    widget: "mode",
  }),
})

const settings = z.strictObject({
  grid: field(z.enum(GRIDS).default("auto"), {
    label: { en: "Grid (columns x rows)", zh: "网格（列 x 行）" },
    widget: "select",
  }),
  cells: field(z.array(cell).max(MAX_CELLS).default([]), { label: { en: "Pages", zh: "页面" }, widget: "list" }),
})
export type CollageSettings = z.output<typeof settings>

const data = z.object({
  cells: z.array(z.object({ mode: z.string(), data: z.unknown() })).max(MAX_CELLS),
  /** What is wrong with the settings; "" for nothing. */
  fault: z.enum(["", "cells", "modes"]),
})
export type CollageData = z.output<typeof data>

export interface CollageNeeds {
  readonly modes: Pick<ModeCatalog, "get">
  readonly secrets: Pick<Secrets, "seal">
}

/** A page made of two to six other modes, each in a box of its own. Modes that run in a sandbox cannot be part of it. */
export function collage({ modes, secrets }: CollageNeeds): Mode {
  const partOf = (id: string): Mode | undefined => {
    const mode = id === ID ? undefined : modes.get(id)
    return mode?.confined ? undefined : mode
  }
  return defineMode<CollageData, CollageSettings>({
    id: ID,
    group: "personal",
    suits: { parts: ["morning", "evening"] },
    title: {
      en: "Collage",
      zh: "拼页",
      de: "Collage",
      fr: "Collage",
      es: "Collage",
      it: "Collage",
      nl: "Collage",
      ja: "コラージュ",
      "zh-Hant": "拼頁",
    },
    description: {
      en: "Two to six other pages on one: the weather beside the agenda, the moon above the news.",
      zh: "一页容纳二至六个其他页面：天气与日程并排，月相与新闻同页。",
    },
    icon: "window",
    settings,
    data,
    cacheFor: 900,
    hourly: true,
    perDevice: true,
    perUser: true,
    dialect: {
      // The settings of a cell are those of its mode: its secrets are sealed as those of the mode are.
      read: (given) => sealed(given, partOf, secrets),
      write: () => ({}),
    },
    content: async (context) => ({ data: await gathered(context, partOf) }),
    fallback: (context) => ({
      cells: context.settings.cells.flatMap((each) => {
        const mode = partOf(each.mode)
        return mode ? [{ mode: mode.id, data: standIn(mode, each.settings, context) }] : []
      }),
      fault: context.settings.cells.length === 0 ? "cells" : "",
    }),
    isEmpty: ({ cells }, context) =>
      cells.length > 0 && cells.every(({ mode, data: own }) => partOf(mode)?.isEmpty?.(own as never, context) === true),
    view: (shown, context) => view(shown, context, partOf),
  }) as unknown as Mode
}

/** The content of all cells. One that fails shows what its mode shows without a network; where all fail, the page fails. */
async function gathered(
  context: ContentContext<CollageSettings>,
  partOf: (id: string) => Mode | undefined,
): Promise<CollageData> {
  const { cells } = context.settings
  const parts = cells.flatMap((each) => {
    const mode = partOf(each.mode)
    return mode ? [{ mode, settings: each.settings }] : []
  })
  if (parts.length === 0) return { cells: [], fault: cells.length === 0 ? "cells" : "modes" }
  const made = await Promise.allSettled(parts.map((part) => contentOf(part.mode, part.settings, context)))
  const failed = made.find((each) => each.status === "rejected")
  if (failed && made.every((each) => each.status === "rejected")) throw failed.reason
  return {
    cells: parts.map(({ mode, settings: own }, i) => {
      const each = made[i]!
      return { mode: mode.id, data: each.status === "fulfilled" ? each.value : standIn(mode, own, context) }
    }),
    fault: "",
  }
}

/** The context of a cell: what its mode would be asked with, if it stood alone. Rejects for settings that the mode refuses. */
function contextOf(mode: Mode, own: object, context: ContentContext<CollageSettings>): ContentContext {
  return { ...context, settings: mode.settings ? mode.settings.parse(own) : {} }
}

async function contentOf(mode: Mode, own: object, context: ContentContext<CollageSettings>): Promise<unknown> {
  const outcome = await mode.content(contextOf(mode, own, context))
  if ("skip" in outcome) return standIn(mode, own, context)
  return mode.data.parse(outcome.data)
}

/** The content of a cell whose own failed: what its mode shows without a network. */
function standIn(mode: Mode, own: object, context: ContentContext<CollageSettings>): unknown {
  const known = mode.settings?.safeParse(own)
  const settingsOf = known?.success === false ? mode.settings!.parse({}) : (known?.data ?? {})
  return mode.fallback({ ...context, settings: settingsOf })
}

type Given = Readonly<Record<string, unknown>>

function sealed(given: Given, partOf: (id: string) => Mode | undefined, { seal }: Pick<Secrets, "seal">): Given {
  if (!Array.isArray(given.cells)) return given
  const cells = (given.cells as unknown[]).map((each) => {
    const { mode: id, settings: own } = (each ?? {}) as { readonly mode?: unknown; readonly settings?: unknown }
    const schema = typeof id === "string" ? partOf(id.trim().toUpperCase())?.settings : undefined
    if (!schema || typeof own !== "object" || own === null) return each
    const change = (secret: unknown): unknown => (typeof secret === "string" && secret !== "" ? seal(secret) : secret)
    return { ...(each as object), settings: withSecrets(schema, own, change) }
  })
  return { ...given, cells }
}
