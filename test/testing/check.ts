import { SDK_VERSION, z } from "platen/sdk"
import { PANELS, RASTERIZER } from "platen/sdk/drawing"
import { lintMode } from "platen/sdk/kit"
import { DRAW, MODES } from "platen/sdk/mode"
import type { Plugin } from "platen/sdk"
import type { ContentContext, Draw, DrawRequest, Mode, Source, SourceContext } from "platen/sdk/mode"
import type { App } from "../../kernel/app.js"
import { previewNeeds, requestFor } from "./request.js"
import { openStage } from "./stage.js"
import type { Stage } from "./stage.js"

const PLUGIN_ID = /^[a-z][a-z0-9-]*$/
const COMMAND = /^[a-z][a-z0-9-]{0,17}$/

/** Throws Error with one sentence for the first thing in which a plugin breaks the contract. Does not run it. */
export function checkPlugin(plugin: Plugin): void {
  must(PLUGIN_ID.test(plugin.id), `the id "${plugin.id}" must match ${PLUGIN_ID.source}`)
  must(plugin.sdk === SDK_VERSION, `"${plugin.id}" is not made by definePlugin of this version`)
  must(typeof plugin.setup === "function", `"${plugin.id}" has no setup`)
  const versions = (plugin.migrations ?? []).map(({ version }) => version)
  must(
    versions.every((version, i) => version === i + 1),
    `"${plugin.id}" numbers its migrations ${versions.join(", ")}: count from 1 without gaps`,
  )
  const points = (plugin.opens ?? []).map((each) => ("point" in each ? each.point : each))
  const names = [...Object.values(plugin.needs ?? {}), ...(plugin.provides ?? []), ...points].map(({ name }) => name)
  must(
    names.every((name) => /^[a-z][a-z0-9.-]*$/.test(name)),
    `"${plugin.id}" has a token whose name is not dotted lower case`,
  )
  for (const { name } of plugin.commands ?? [])
    must(COMMAND.test(name), `"${plugin.id}" has a command called "${name}": its name must match ${COMMAND.source}`)
  for (const { id } of plugin.engines ?? [])
    must(
      PLUGIN_ID.test(id),
      `"${plugin.id}" has a storage engine called "${id}": its name must match ${PLUGIN_ID.source}`,
    )
  for (const name of plugin.adopts ?? [])
    must(PLUGIN_ID.test(name), `"${plugin.id}" adopts "${name}": a collection's name must match ${PLUGIN_ID.source}`)
}

export interface CheckModeOptions {
  /** Default en and zh. */
  readonly languages?: readonly string[]
  /** Plugins that the mode needs: its sources. */
  readonly plugins?: readonly Plugin[]
  /** A stage that stands already: faster for many modes. */
  readonly stage?: Stage
  /** Fields of the requests for the pages, such as a place. */
  readonly moment?: Partial<DrawRequest>
  /** Ids of the panels on which the pages are checked. Default: all. */
  readonly panels?: readonly string[]
}

/**
 * Draws a mode on every panel, or those that are named, in every language, from content and from its fallback. Throws Error with one sentence
 * for the first thing that is wrong: content or a fallback that throws, fails its schema or is not JSON, a view that throws
 * or gives another page the second time, anything the lint finds.
 */
export async function checkMode(
  mode: Mode,
  { languages = ["en", "zh"], plugins = [], stage, moment, panels }: CheckModeOptions = {},
): Promise<void> {
  const own = stage ?? (await openStage({ plugins: [...plugins, solo(mode)] }))
  const offline = offlineOf(mode)
  try {
    for (const language of languages) {
      const content = await checkPage(own, mode, "content", language)
      const fallback = await checkPage(own, offline, "fallback", language)
      // The same data give the same pages on every panel.
      for (const each of content === fallback ? [mode] : [mode, offline]) {
        const { app } = own
        const all = app.get(PANELS)
        const needs = {
          ...previewNeeds(app),
          draw: app.get(DRAW),
          rasterizer: app.get(RASTERIZER),
          panels: panels
            ? { get: (id: string) => all.get(id), list: () => all.list().filter(({ id }) => panels.includes(id)) }
            : all,
        }
        const findings = await lintMode(needs, each, [language], moment)
        must(findings.length === 0, `${mode.id}: ${findings[0]?.replace(/\.$/, "")}`)
      }
    }
  } finally {
    if (!stage) await own.close()
  }
}

/** The mode with its fallback for content. */
function offlineOf(mode: Mode): Mode {
  return Object.create(mode, {
    content: { value: async (context: ContentContext) => ({ data: mode.fallback(context) }) },
  }) as Mode
}

/** Resolves to the data as JSON; undefined when the mode skips. */
async function checkPage(
  { app }: Stage,
  mode: Mode,
  part: "content" | "fallback",
  language: string,
): Promise<string | undefined> {
  const request = requestFor(app, mode.id, { width: 400, height: 300, palette: "bw" }, language)
  const first = await drawn(app, mode, request)
  if (!first) return undefined
  const { data, failure } = first.content
  must(failure === undefined, `the ${part} of ${mode.id} in ${language} fails: ${oneLine(failure)}`)
  const text = JSON.stringify(data)
  const again = mode.data.safeParse(JSON.parse(text))
  must(
    again.success && JSON.stringify(again.data) === text,
    `the ${part} of ${mode.id} in ${language} does not survive JSON`,
  )
  const second = await drawn(app, mode, request)
  must(
    JSON.stringify(second?.page) === JSON.stringify(first.page),
    `the view of ${mode.id} in ${language} gives another page the second time`,
  )
  return text
}

async function drawn(app: App, mode: Mode, request: DrawRequest): ReturnType<Draw["page"]> {
  try {
    return await app.get(DRAW).page(mode, request)
  } catch (cause) {
    throw new Error(`${mode.id} in ${request.language} cannot be drawn: ${oneLine(cause)}.`, { cause })
  }
}

/** An error's sentence without its full stop; of a schema's, the first fault. */
function oneLine(error: unknown): string {
  const [fault] = error instanceof z.ZodError ? error.issues : []
  const message = fault
    ? `${fault.path.join(".") || "the whole"}: ${fault.message}`
    : error instanceof Error
      ? error.message.split("\n")[0]!
      : String(error)
  return message.replace(/\.$/, "")
}

/** Reads a source and checks what it answers against its schema. Throws Error with one sentence. */
export async function checkSource(
  source: Source,
  parameters: unknown,
  context: Partial<SourceContext> = {},
): Promise<unknown> {
  must(/^[a-z][a-z0-9-]{1,47}$/.test(source.name), `the name "${source.name}" must be lower case with dashes`)
  const checked = source.parameters.safeParse(parameters)
  must(checked.success, `source "${source.name}" refuses these parameters`)
  const answer = await source.read(checked.data, {
    language: "en",
    timeZone: "UTC",
    day: { year: 2026, month: 11, day: 21, weekday: 6 },
    deadline: new AbortController().signal,
    now: Date.UTC(2026, 10, 21, 9, 30),
    fetch: () => Promise.reject(new Error("hand the check a fetch that answers")),
    release: () => {},
    askAgainIn: () => {},
    ...context,
  } as SourceContext)
  const result = source.result.safeParse(answer)
  must(result.success, `source "${source.name}" answers something that fails its own schema: ${oneLine(result.error)}`)
  return result.data
}

function solo(mode: Mode): Plugin {
  return { id: "mode-under-test", sdk: SDK_VERSION, setup: () => [MODES.of(mode)] }
}

function must(holds: boolean | undefined, sentence: string): asserts holds {
  if (!holds) throw new Error(`${sentence}.`)
}
