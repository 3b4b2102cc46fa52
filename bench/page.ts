import { column, row, rule, text } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"

/** The texts of the page that every stack draws, in English and Chinese. Three of them change with `mark`. */
export interface PageTexts {
  readonly status: readonly [string, string]
  readonly heading: string
  readonly english: string
  readonly chinese: string
  readonly items: readonly (readonly [string, string])[]
  readonly footer: string
}

export function pageTexts(mark: string): PageTexts {
  return {
    status: ["11月20日 周五", "87%"],
    heading: `今日格言 ${mark}`,
    english: `If it is not right, do not do it; if it is not true, do not say it. Begin the morning by saying to yourself that today you will meet with the busybody and the ungrateful ${mark}.`,
    chinese: `不对的事不要做，不真的话不要说。清晨起来先对自己说：今天我会遇到好管闲事的人、忘恩负义的人。${mark}`,
    items: Array.from({ length: 8 }, (_, i) => [`事项${i + 1} 买牛奶和面包`, `${9 + i}:30`] as const),
    footer: "— Marcus Aurelius, Meditations",
  }
}

export function pageScene({ status, heading, english, chinese, items, footer }: PageTexts): SceneNode {
  return column(
    { padding: 8, gap: 6 },
    row({ justify: "between" }, text(status[0], { px: 12 }), text(status[1], { px: 12 })),
    rule(),
    text(heading, { px: 24, lines: 1 }),
    row(
      { grow: 1, gap: 12 },
      column({ grow: 1, gap: 4 }, text(english, { px: 12 }), text(chinese, { px: 12 })),
      column(
        { grow: 1, gap: 2 },
        ...items.map(([what, when]) =>
          row({ justify: "between" }, text(what, { px: 12, lines: 1 }), text(when, { px: 12, lines: 1, shrink: 0 })),
        ),
      ),
    ),
    rule(),
    text(footer, { px: 12, lines: 1 }),
  )
}
