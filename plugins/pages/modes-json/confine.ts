import { Invalid } from "platen/sdk"
import type { Issue } from "platen/sdk"
import type { Confine, Mode, Sandbox, Scene, Turn } from "platen/sdk/mode"
import type { Call } from "./child.js"
import { dataScope, parameterScope, sampleScopes, viewScope } from "./evaluate.js"
import { withKnownIcons } from "./known-icons.js"
import { asksSources, faults, issueList, modeOf, read } from "./read.js"
import type { Catalogs, Data, Parameters, Read } from "./read.js"

const CHILD = new URL("./child.js", import.meta.url)

/** Modes of specs that users write. This process reads the specs, the sandbox evaluates them. */
export function confineBy(sandbox: Sandbox, catalogs: Catalogs): Confine {
  const call = async (parts: Read, rest: Rest, turn: Turn): Promise<unknown> => {
    try {
      return await sandbox.call(CHILD, { spec: textOf(parts), ...rest } satisfies Call, turn)
    } catch (error) {
      throw named(error, parts.spec.id)
    }
  }
  return {
    read: (input, caller) => {
      const { issues, report } = issueList()
      const parts = read(input, catalogs, report)
      if (issues.length > 0) throw faults(parts.spec.id, issues)
      return mode(parts, caller, call, catalogs)
    },
    check: async (input, turn) => {
      const { issues, report } = issueList()
      const parts = read(input, catalogs, report)
      for (const { path, message } of (await call(
        parts,
        { kind: "check", scopes: sampleScopes(parts), nodes: catalogs.kinds().map(({ module }) => module) },
        turn,
      )) as readonly Issue[])
        report(path, message)
      if (issues.length > 0) throw faults(parts.spec.id, issues)
      return mode(parts, turn.caller, call, catalogs)
    },
  }
}

const texts = new WeakMap<Read, string>()

function textOf(parts: Read): string {
  const { spec, lengths } = parts
  let text = texts.get(parts)
  if (text === undefined) texts.set(parts, (text = JSON.stringify({ spec, lengths })))
  return text
}

type Rest = Call extends infer C ? (C extends Call ? Omit<C, "spec"> : never) : never

function mode(
  parts: Read,
  caller: string,
  call: (parts: Read, rest: Rest, turn: Turn) => Promise<unknown>,
  catalogs: Catalogs,
): Mode {
  const made: Mode<Data, Data> = {
    ...modeOf(
      parts,
      asksSources(parts)
        ? async (context) =>
            (await call(
              parts,
              { kind: "parameters", scope: parameterScope(parts.spec, context) },
              { caller },
            )) as Parameters
        : undefined,
    ),
    view: () => {
      throw new Error("A confined mode has no view in this process: call confined.scene.")
    },
    confined: {
      scene: async (data, context, turn) => {
        const { width, height, language, screen } = context
        const scene = (await call(
          parts,
          { kind: "scene", scope: viewScope(parts.spec, data, context), on: { width, height, language, screen } },
          turn,
        )) as Scene
        return withKnownIcons(scene, catalogs)
      },
      ...(parts.spec.empty !== undefined && {
        isEmpty: async (data: Data, { day }, turn) =>
          (await call(parts, { kind: "empty", scope: dataScope(data, day) }, turn)) === true,
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
