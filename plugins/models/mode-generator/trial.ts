import { Invalid } from "platen/sdk"
import type { Catalog, Issue, Service } from "platen/sdk"
import { lintMode, previewRequest } from "platen/sdk/kit"
import type { Codec, Panel, Rasterizer } from "platen/sdk/drawing"
import type { Area } from "platen/sdk/http"
import type { Confine, Draw, Mode, Source } from "platen/sdk/mode"

/** What a definition draws, and what is wrong with it all the same. */
export interface Trial {
  readonly png: Uint8Array
  readonly issues: readonly Issue[]
}

export interface TrialNeeds {
  readonly confine: Confine
  readonly draw: Draw
  readonly rasterizer: Rasterizer
  readonly panels: Catalog<Panel>
  readonly codecs: Catalog<Codec>
  readonly sources: Catalog<Source>
  readonly service: Pick<Service, "defaults">
  readonly areas: Catalog<Area>
}

/** The screens on which a definition must be right: a small one, and the one for which it is written. */
const SCREENS = ["2.9-bw", "4.2-bw"]
const LANGUAGES = ["en", "zh"]
const MAX_ISSUES = 12

/** The sources whose address nobody chooses: a generated mode asks no other. */
export const freeSources = (sources: Catalog<Source>): readonly string[] =>
  sources
    .list()
    .filter(({ dependsOn }) => dependsOn !== undefined && !dependsOn.includes("user"))
    .map(({ name }) => name)

/** Compiles, draws and lints a definition as one of a person. Throws Invalid for one that does not compile, and, before any source is asked, for one that asks others than `freeSources`. */
export async function tried(definition: object, signal: AbortSignal, needs: TrialNeeds): Promise<Trial> {
  const { confine, draw, codecs, panels } = needs
  const turn = { caller: "generated", signal }
  const mode = await confine.check(definition, turn)
  refuseForeign(mode, freeSources(needs.sources))
  const listed = { ...panels, list: () => SCREENS.flatMap((id) => panels.get(id) ?? []) }
  const findings = [...new Set(await lintMode({ ...needs, panels: listed }, mode, LANGUAGES, { turn }))].slice(
    0,
    MAX_ISSUES,
  )
  const screen = { width: 400, height: 300, palette: "bw", language: "en" }
  const request = { ...previewRequest(needs, mode.id, screen), turn }
  const drawn = await draw.page(mode, request)
  const png = drawn ? codecs.get("png")!.encode(await draw.bitmap(drawn.page, request)) : new Uint8Array()
  return { png, issues: findings.map((message) => ({ path: "view", message })) }
}

function refuseForeign({ asks = [] }: Mode, free: readonly string[]): void {
  const issues = asks
    .filter(([, name]) => !free.includes(name))
    .map(([path, name]) => ({
      path,
      message: `a generated mode may not ask "${name}": use another source, or settings`,
    }))
  if (issues.length > 0)
    throw new Invalid("The definition asks sources that it may not.", { code: "mode-invalid", issues })
}
