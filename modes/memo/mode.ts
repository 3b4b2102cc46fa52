import { field, z } from "platen/sdk"
import { defineMode } from "platen/sdk/mode"
import type { ContentContext } from "platen/sdk/mode"
import { tidied } from "./blocks.js"
import { view } from "./view.js"

const data = z.object({ text: z.string() })
export type MemoData = z.output<typeof data>

const settings = z.strictObject({
  memo_text: field(z.string().max(2_000).default(""), {
    label: { en: "Memo", zh: "便签内容" },
    help: {
      en: 'A first line with "# " is a heading; lines with "- " make a list, "[ ] " and "[x] " boxes to tick.',
      zh: "首行以“# ”开头是标题；以“- ”开头的行成为列表，“[ ] ”和“[x] ”成为勾选框。",
    },
    widget: "textarea",
  }),
})
export type MemoSettings = z.output<typeof settings>

export default defineMode<MemoData, MemoSettings>({
  id: "MEMO",
  title: {
    en: "Memo",
    zh: "便签",
    de: "Notiz",
    es: "Nota",
    fr: "Mémo",
    it: "Promemoria",
    ja: "メモ",
    nl: "Memo",
    "zh-Hant": "便箋",
  },
  description: {
    en: "What you wrote: a few words set large, a list, or a page of text.",
    zh: "你写下的话：几个大字、一张清单，或一页文字。",
  },
  icon: "note",
  suits: { parts: ["morning", "noon", "afternoon", "evening"] },
  settings,
  data,
  content: async (context) => ({ data: memo(context) }),
  fallback: memo,
  view,
})

function memo({ settings: { memo_text: text } }: ContentContext<MemoSettings>): MemoData {
  return { text: tidied(text) }
}
