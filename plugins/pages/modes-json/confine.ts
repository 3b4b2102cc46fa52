import { Invalid } from "platen/sdk"
import { adviceOn } from "./advice.js"
import type { Issue } from "platen/sdk"
import type { Confine, Mode, Sandbox, Turn } from "platen/sdk/mode"
import type { Call } from "./child.js"
import { chosen, sceneOf } from "./evaluate.js"
import type { DrawnPage } from "./evaluate.js"
import { withKnownIcons } from "./known-icons.js"
import { dataScope, parameterScope, sampleScopes, viewScope } from "./page-scope.js"
import { faults, issueList } from "./faults.js"
import { Plans } from "./plans.js"
import { asksSources, modeOf, read } from "./read.js"
import type { Catalogs, Data, Parameters, Read } from "./read.js"

const CHILD = new URL("./child.js", import.meta.url)

/** Modes of specs that users write. This process reads the specs, the sandbox evaluates them. */
export function confineBy(sandbox: Sandbox, catalogs: Catalogs): Confine {
  const call = async (parts: Read, order: Call, turn: Turn): Promise<unknown> => {
    try {
      return await sandbox.call(CHILD, order, turn)
    } catch (error) {
      throw named(error, parts.spec.id)
    }
  }
  return {
    read: (input, caller) => {
      const { issues, report } = issueList()
      const parts = read(input, catalogs, report)
      if (issues.length > 0) throw faults(parts.spec.id, issues)
      return mode(lean(parts, catalogs), caller, call, catalogs)
    },
    check: async (input, turn) => {
      const { issues, report } = issueList()
      const parts = read(input, catalogs, report)
      const order: Call = {
        kind: "check",
        plans: parts.areWhole ? plansOf(parts) : [],
        content: contentText(parts),
        scopes: sampleScopes(parts),
        nodes: catalogs.kinds().map(({ module }) => module),
      }
      for (const { path, message } of (await call(parts, order, turn)) as readonly Issue[]) report(path, message)
      if (issues.length > 0) throw faults(parts.spec.id, issues)
      return mode(lean(parts, catalogs), turn.caller, call, catalogs)
    },
  }
}

/** What was read, without the plans that were made to check it: a mode keeps those of the screens that ask for it. */
const lean = (parts: Read, catalogs: Catalogs): Read => ({ ...parts, plans: new Plans(parts.spec, catalogs.kinds()) })

const texts = new WeakMap<object, string>()

/** A value as JSON, made once. */
function textOf(value: object, whole: () => object = () => value): string {
  let text = texts.get(value)
  if (text === undefined) texts.set(value, (text = JSON.stringify(whole())))
  return text
}

const contentText = ({ spec, plans: { filters } }: Read): string =>
  textOf(spec, () => ({ content: spec.content, empty: spec.empty, filters }))

const plansOf = ({ plans }: Read): readonly string[] => [
  ...new Set(plans.places.map((place) => JSON.stringify(plans.of(place)))),
]

function mode(
  parts: Read,
  caller: string,
  call: (parts: Read, order: Call, turn: Turn) => Promise<unknown>,
  catalogs: Catalogs,
): Mode {
  const { spec, plans } = parts
  const made: Mode<Data, Data> = {
    advice: () => adviceOn(spec),
    ...modeOf(
      parts,
      asksSources(parts)
        ? async (context) =>
            (await call(
              parts,
              { kind: "parameters", content: contentText(parts), scope: parameterScope(spec, context) },
              { caller },
            )) as Parameters
        : undefined,
    ),
    view: () => {
      throw new Error("A confined mode has no view in this process: call confined.scene.")
    },
    confined: {
      scene: async (data, context, turn) => {
        const plan = textOf(plans.of(chosen(spec, context)))
        const order: Call = { kind: "page", plan, scope: viewScope(spec, data, context), screen: context.screen }
        const drawn = (await call(parts, order, turn)) as DrawnPage
        return withKnownIcons(sceneOf(spec, drawn, data, context), catalogs)
      },
      ...(spec.empty !== undefined && {
        isEmpty: async (data: Data, { day }, turn) =>
          (await call(parts, { kind: "empty", content: contentText(parts), scope: dataScope(data, day) }, turn)) ===
          true,
      }),
    },
  }
  return made as unknown as Mode
}

/** The error with the mode's id in its message, when a budget was exceeded; else the error itself. */
function named(error: unknown, id: string): unknown {
  if (!(error instanceof Invalid) || !error.code.startsWith("budget-")) return error
  const sentence = `Mode ${id} costs too much: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1).replace(/\.$/, "")}.`
  return new Invalid(sentence, {
    code: error.code,
    issues: error.issues ?? [{ path: "view", message: error.message }],
    cause: error,
  })
}
