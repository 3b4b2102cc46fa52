import type { Mode } from "platen/sdk/mode"
import { adviceOn } from "./advice.js"
import { chosen, contentOf, pageOf, sceneOf } from "./evaluate.js"
import type { Content, Page, Plan } from "./evaluate.js"
import { withKnownIcons } from "./known-icons.js"
import { dataScope, parameterScope, sampleScopes, viewScope } from "./page-scope.js"
import { faults, issueList } from "./faults.js"
import type { Expanded } from "./expand.js"
import type { PlanPlace } from "./plans.js"
import { asksSources, modeOf, read, readProven } from "./read.js"
import type { Catalogs, Data } from "./read.js"
import type { View } from "./view.js"

/**
 * The mode of a spec that the operator installs. It runs in this process. All names, templates and parameters are checked here, once: a spec
 * that compiles can be drawn. `isProven`: a test has done so; only what depends on this server is checked. Throws Invalid with the path of every
 * fault.
 */
export function compile(input: unknown, catalogs: Catalogs, { isProven = false } = {}): Mode {
  const { issues, report } = issueList()
  const parts = isProven ? readProven(input as object, catalogs, report) : read(input, catalogs, report)
  const { spec, plans } = parts
  let made: Content | undefined
  const content = (): Content => (made ??= contentOf(spec, plans.filters, report))
  const pages = new Map<Plan, Page>()
  const views = new WeakMap<Expanded, View>()
  const page = (at: PlanPlace): Page => {
    const plan = plans.of(at)
    const known = pages.get(plan) ?? pageOf(plan, report, { made: views, isProven })
    pages.set(plan, known)
    return known
  }
  if (!isProven) {
    const scopes = sampleScopes(parts)
    content().check(scopes, report)
    if (parts.areWhole) for (const place of plans.places) page(place).check(scopes, report, catalogs.kinds())
  }
  if (issues.length > 0) throw faults(spec.id, issues)
  const mode: Mode<Data, Data> = {
    definition: input,
    advice: () => adviceOn(spec),
    ...modeOf(
      parts,
      asksSources(parts) ? async (context) => content().parameters(parameterScope(spec, context)) : undefined,
    ),
    ...(spec.empty !== undefined && { isEmpty: (data: Data, { day }) => content().isEmpty(dataScope(data, day)) }),
    view: (data, context) => {
      const drawn = page(chosen(spec, context)).draw(viewScope(spec, data, context), context.screen)
      return withKnownIcons(sceneOf(spec, drawn, data, context), catalogs)
    },
  }
  return mode as unknown as Mode
}
