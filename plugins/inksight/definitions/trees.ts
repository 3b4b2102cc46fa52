import { isFields, own, textOf } from "./given.js"
import type { Fields } from "./given.js"
import { BLOCKS } from "./blocks/table.js"
import type { Context } from "./context.js"
import { quoted } from "./report.js"

/** Parts of a tree that are looked at. */
const MAX_PARTS = 200

/**
 * The blocks of a layout without a body: those of its trees, `body_preset` with `preset_props` and `fragments`. Nobody says what a preset looks
 * like, so the fields and templates that its properties name stand one below the other, the first one large; blocks within are taken.
 */
export function treeOf(layout: Fields, { names, report }: Pick<Context, "names" | "report">): readonly unknown[] {
  const preset = textOf(layout, "body_preset")
  const trees = ["preset_props", "fragments"].filter((key) => own(layout, key) !== undefined)
  if (preset === undefined && trees.length === 0) {
    report.refused("layout.body", "has no blocks: the page has its title alone.")
    return []
  }
  const blocks: Fields[] = []
  for (const key of trees) collect(own(layout, key), names, blocks)
  if (preset !== undefined)
    report.approximated(
      "layout.body_preset",
      `${quoted(preset)} has no counterpart: the fields that its properties name stand one below the other.`,
    )
  for (const key of trees)
    report.approximated(`layout.${key}`, "its fields, templates and blocks stand one below the other.")
  return blocks.map((block, i) => (BLOCKS.has(String(block.type)) ? block : asText(block, i === 0)))
}

const asText = ({ field, template }: Fields, isFirst: boolean): Fields => ({
  type: "text",
  ...(template === undefined ? { field } : { template }),
  font_size: isFirst ? 22 : 14,
  max_lines: isFirst ? 5 : 4,
})

function collect(tree: unknown, names: Context["names"], blocks: Fields[]): void {
  const open: unknown[] = [tree]
  for (let i = 0; i < open.length && i < MAX_PARTS * 4 && blocks.length < MAX_PARTS / 4; i++) {
    const part = open[i]
    if (typeof part === "string") {
      if (/\{\w+\}/.test(part)) blocks.push({ template: part })
      else if (names.has(part)) blocks.push(names.count(part) > 0 ? listBlock(part) : { field: part })
    } else if (Array.isArray(part)) open.push(...(part as unknown[]).slice(0, MAX_PARTS))
    else if (isFields(part)) {
      if (BLOCKS.has(textOf(part, "type") ?? "")) blocks.push(part)
      else open.push(...Object.values(part).slice(0, MAX_PARTS))
    }
  }
}

const listBlock = (field: string): Fields => ({
  type: "list",
  field,
  item_template: "{name}{title}{_value}",
  max_items: 6,
})
