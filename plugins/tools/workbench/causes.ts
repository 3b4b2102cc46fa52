import type { Issue } from "platen/sdk"

/** A finding on a page. */
export interface Drawn extends Issue {
  readonly panel: string
  readonly language: string
  /** Of which day or entry the page is; undefined for that of today, and where the path says it. */
  readonly of?: string
}

interface Cause {
  readonly first: Drawn
  worst: Drawn
  /** Panels by language. */
  readonly on: Map<string, Set<string>>
}

/** One finding for each node and rule: with the worst of its texts, and the panels and languages on which it holds. */
export function byCause(drawn: readonly Drawn[]): readonly Issue[] {
  const causes = new Map<string, Cause>()
  for (const each of drawn) {
    const key = keyOf(each)
    const cause = causes.get(key) ?? { first: each, worst: each, on: new Map<string, Set<string>>() }
    if (lackOf(each.message) > lackOf(cause.worst.message)) cause.worst = each
    causes.set(key, cause)
    cause.on.set(each.language, (cause.on.get(each.language) ?? new Set()).add(each.panel))
  }
  return [...causes.values()].map(({ first, worst, on }) => {
    const places = [...on].map(([language, panels]) => `${[...panels].join(", ")} in ${language}`).join("; ")
    const where = worst === first ? "" : `worst on ${worst.panel}${on.size > 1 ? ` in ${worst.language}` : ""}`
    const which = [worst.of, where].filter((part) => part !== undefined && part !== "").join(", ")
    const message = `${worst.message.replace(/\.$/, "")} (${which === "" ? "" : `${which}: `}${places})`
    return { path: worst.path, message }
  })
}

/** What findings of one node and rule have in common: the entries of a list, and the languages, are of one node. */
function keyOf({ path, message }: Drawn): string {
  const node = /^(?:words|content\.pool|title)\./.test(path)
    ? path.replace(/^(words|content\.pool|title)\.[^.]+/, "$1").replaceAll(/\.\d+(?=\.|$)/g, ".#")
    : path
  const [rule = ""] = message.split(":")
  // Without a path of its own the text tells nodes apart.
  if (rule === "clipped") return `${node} clipped${path === "view" ? message.split('"')[1] : ""}`
  return `${node} ${message.replaceAll(/\d+/g, "#").replaceAll(/"[^"]*"/g, '"')}`
}

/** Pixels that a text lacks, as its finding says; a line counts as many as most are high. */
function lackOf(finding: string): number {
  const [, has = 0, may = 0] = / it has (\d+) lines, and may have (\d+)/.exec(finding) ?? []
  const [, pixels = 0] = / (\d+) pixels? too /.exec(finding) ?? / by (\d+) pixels?:/.exec(finding) ?? []
  return Number(pixels) + LINE * (Number(has) - Number(may))
}
const LINE = 16
