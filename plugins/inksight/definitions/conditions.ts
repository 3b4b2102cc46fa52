import { own } from "./given.js"
import type { Fields } from "./given.js"
import type { Context } from "./context.js"
import type { Known } from "./names.js"
import { quoted } from "./report.js"

/** A condition and its opposite, as expressions of Liquid. */
interface Either {
  readonly holds: string
  readonly fails: string
}

const OPPOSITES: Readonly<Record<string, readonly [string, string]>> = {
  eq: ["==", "!="],
  gt: [">", "<="],
  lt: ["<", ">="],
  gte: [">=", "<"],
  lte: ["<=", ">"],
}

/**
 * One expression for each condition, which holds where the conditions before it fail; the last one is that of all others, "" where there are no
 * conditions. Undefined for a condition that cannot be read, which is reported.
 */
export function exclusive(
  field: string,
  conditions: readonly { readonly condition: Fields; readonly at: string }[],
  { names, report }: Pick<Context, "names" | "report">,
): readonly (string | undefined)[] {
  const known = names.use(field)
  const failed: string[] = []
  const whens = conditions.map(({ condition, at }) => {
    const either = known && eitherOf(condition, known, names)
    if (!either) {
      report.refused(at, `the condition ${quoted(own(condition, "op"))} cannot be read: its blocks are left out.`)
      return undefined
    }
    const when = [...failed, either.holds].join(" and ")
    failed.push(either.fails)
    if (when.length <= 390) return when
    report.refused(at, "the conditions before it are too many: its blocks are left out.")
    return undefined
  })
  const rest = failed.join(" and ")
  return [...whens, rest.length <= 390 ? rest : undefined]
}

function eitherOf(condition: Fields, known: Known, names: Context["names"]): Either | undefined {
  const op = String(own(condition, "op"))
  const { kind, expression } = known
  const value = own(condition, "value")
  if (op === "exists") return existing(known, names)
  if (op === "len_eq" || op === "len_gt") {
    const size = names.variable(`{{ ${expression} | size }}`)
    const [holds, fails] = op === "len_eq" ? ["==", "!="] : [">", "<="]
    const count = numeric(value)
    return count !== undefined ? { holds: `${size} ${holds} ${count}`, fails: `${size} ${fails} ${count}` } : undefined
  }
  if (!Object.hasOwn(OPPOSITES, op)) return undefined
  const [holds, fails] = OPPOSITES[op]!
  if (op === "eq" && kind.type !== "number") {
    const right = kind.type === "boolean" ? String(value === true) : textValue(value)
    const left = names.variable(`{{ ${expression} }}`)
    return right === undefined ? undefined : { holds: `${left} ${holds} ${right}`, fails: `${left} ${fails} ${right}` }
  }
  const number = numeric(value)
  if (number === undefined) return undefined
  const left = names.variable(kind.type === "number" ? `{{ ${expression} }}` : `{{ ${expression} | plus: 0 }}`)
  return { holds: `${left} ${holds} ${number}`, fails: `${left} ${fails} ${number}` }
}

function existing({ kind, expression }: Known, names: Context["names"]): Either {
  if (kind.type === "number") {
    const number = names.variable(`{{ ${expression} | default: 0 }}`)
    return { holds: `${number} != 0`, fails: `${number} == 0` }
  }
  const name = names.variable(`{{ ${expression} }}`)
  if (kind.type === "boolean") return { holds: `${name} == true`, fails: `${name} != true` }
  return { holds: `${name} != blank`, fails: `${name} == blank` }
}

/** A text in quotation marks; undefined for one that has both kinds of them. */
function textValue(value: unknown): string | undefined {
  const words = String(value).slice(0, 200)
  if (/[\n\\{}%]/.test(words)) return undefined
  return words.includes('"') ? (words.includes("'") ? undefined : `'${words}'`) : `"${words}"`
}

/** A number as Liquid reads one: without an exponent. */
function numeric(value: unknown): number | undefined {
  const number = typeof value === "object" || value === "" ? NaN : Number(value)
  return Number.isFinite(number) && /^-?\d{1,12}(\.\d{1,9})?$/.test(String(number)) ? number : undefined
}
