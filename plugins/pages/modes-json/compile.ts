import type { Mode } from "platen/sdk/mode"
import { dataScope, evaluator, parameterScope, sampleScopes, viewScope } from "./evaluate.js"
import { withKnownIcons } from "./known-icons.js"
import { asksSources, faults, issueList, modeOf, read } from "./read.js"
import type { Catalogs, Data } from "./read.js"

/**
 * The mode of a spec that the operator installs. It runs in this process. All names, templates and parameters are checked here, once: a spec
 * that compiles can be drawn. Throws Invalid with the path of every fault.
 */
export function compile(input: unknown, catalogs: Catalogs): Mode {
  const { issues, report } = issueList()
  const parts = read(input, catalogs, report)
  const { spec } = parts
  const run = evaluator(parts, report)
  run.check(sampleScopes(parts), report, catalogs.kinds())
  if (issues.length > 0) throw faults(spec.id, issues)
  const mode: Mode<Data, Data> = {
    definition: input,
    ...modeOf(parts, asksSources(parts) ? async (context) => run.parameters(parameterScope(spec, context)) : undefined),
    ...(spec.empty !== undefined && { isEmpty: (data: Data, { day }) => run.isEmpty(dataScope(data, day)) }),
    view: (data, context) => withKnownIcons(run.scene(viewScope(spec, data, context), context), catalogs),
  }
  return mode as unknown as Mode
}
