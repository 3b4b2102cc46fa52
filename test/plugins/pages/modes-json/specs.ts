import { Invalid } from "platen/sdk"
import { skyOf } from "../../../../plugins/pages/pages/sky.js"
import { screenClass } from "platen/sdk/mode"
import type { Issue } from "platen/sdk"
import type { NodeKind } from "platen/sdk/drawing"
import type { ContentContext, Mode, Scene, Source, ViewContext } from "platen/sdk/mode"
import { compile } from "../../../../plugins/pages/modes-json/compile.js"
import { nodeSchema } from "../../../../plugins/pages/modes-json/spec-nodes.js"
import { NODE_KINDS } from "../nodes/kinds.js"

/** A spec that compiles, to be changed in one place a test. */
export const SPEC = {
  spec: 1,
  id: "MINE",
  title: { en: "Mine" },
  fields: {
    quote: { type: "text", maxLength: 40 },
    lines: { type: "list" },
    books: { type: "list", of: { title: "text", year: "number" }, optional: true },
    loud: { type: "boolean", optional: true },
    share: { type: "number", optional: true },
  },
  content: { pool: { en: [{ quote: "First", lines: ["a", "b"] }] } },
  view: { type: "text", text: "{{ quote }}" },
} as const

const SCHEMA = nodeSchema(NODE_KINDS)

/** A mode with what the catalogs of these tests have. `kinds`: in place of those that the product has. */
export function compiled(spec: unknown, sources: readonly Source[] = [], kinds?: readonly NodeKind[]): Mode {
  return compile(spec, {
    schema: () => (kinds ? nodeSchema(kinds) : SCHEMA),
    kinds: () => kinds ?? NODE_KINDS,
    source: (name) => sources.find((source) => source.name === name),
    sourceNames: () => [...sources.map(({ name }) => name), "tide-table"],
    hasIcon: (name) => ["sun", "feather"].includes(name),
    iconNames: () => ["sun", "feather"],
  })
}

/** The faults with which a spec does not compile. */
export function faultsOf(spec: unknown, sources: readonly Source[] = []): readonly Issue[] {
  try {
    compiled(spec, sources)
  } catch (error) {
    if (error instanceof Invalid && /^(mode-invalid|budget-(nesting|nodes))$/.test(error.code) && error.issues)
      return error.issues
    throw error
  }
  return []
}

export function contentContext(parts: Partial<ContentContext> = {}): ContentContext {
  return {
    settings: {},
    language: "en",
    tone: "neutral",
    timeZone: "UTC",
    day: { year: 2026, month: 11, day: 21, weekday: 6 },
    screen: "s",
    palette: "bw",
    deadline: new AbortController().signal,
    random: () => 0,
    source: () => Promise.reject(new Error("there is no source")),
    ...parts,
  }
}

export function viewContext(parts: Partial<ViewContext> = {}): ViewContext {
  const { width = 400, height = 300 } = parts
  return {
    settings: {},
    language: "en",
    now: { year: 2026, month: 11, day: 21, weekday: 6, hour: 9, minute: 5, epoch: Date.parse("2026-11-21T09:05:00Z") },
    timeZone: "UTC",
    sky: (day) => skyOf(day, undefined, "UTC"),
    width,
    height,
    screen: screenClass(width, height),
    palette: "bw",
    words: (key) => `<${key}>`,
    ...parts,
  }
}

/** The scene of a spec whose one entry is `data`. */
export function sceneOf(spec: object, data: object, context: Partial<ViewContext> = {}): Scene {
  const mode = compiled({ ...SPEC, content: { pool: { en: [data] } }, ...spec })
  const full = viewContext(context)
  return mode.view(mode.data.parse(data), { ...full, settings: mode.settings?.parse(full.settings) ?? {} })
}
