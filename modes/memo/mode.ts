import { field, z } from "platen/sdk"
import { defineMode } from "platen/sdk/mode"
import type { ContentContext } from "platen/sdk/mode"
import { tidied } from "./blocks.js"
import { dialect, MAX_TEXT, MAX_TITLE, NOTES } from "./dialect.js"
import { view } from "./view.js"

const data = z.object({
  text: z.string(),
  /** Several notes with titles, in place of the text; "" for a note without a title. */
  notes: z.array(z.object({ title: z.string(), text: z.string() })).optional(),
})
export type MemoData = z.output<typeof data>

type Title = z.ZodOptional<z.ZodString>
const title = (i: number): Title =>
  field(z.string().max(MAX_TITLE).optional(), {
    label: { en: `Title ${i}`, zh: `标题 ${i}` },
    ...(i === 1 && {
      help: {
        en: "Up to three notes, each with a title or without. They are shown in place of the memo.",
        zh: "最多三条便签，标题可省略；填写后代替上面的便签内容显示。",
      },
    }),
    widget: "text",
  })
const note = (i: number): Title =>
  field(z.string().max(MAX_TEXT).optional(), { label: { en: `Note ${i}`, zh: `便签 ${i}` }, widget: "textarea" })

const settings = z.strictObject({
  memo_text: field(z.string().max(MAX_TEXT).default(""), {
    label: { en: "Memo", zh: "便签内容" },
    help: {
      en: 'A first line with "# " is a heading; lines with "- " make a list, "[ ] " and "[x] " boxes to tick.',
      zh: "首行以“# ”开头是标题；以“- ”开头的行成为列表，“[ ] ”和“[x] ”成为勾选框。",
    },
    widget: "textarea",
  }),
  memo_title_1: title(1),
  memo_text_1: note(1),
  memo_title_2: title(2),
  memo_text_2: note(2),
  memo_title_3: title(3),
  memo_text_3: note(3),
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
  dialect,
  data,
  content: async (context) => ({ data: memo(context) }),
  fallback: memo,
  view,
})

function memo({ settings: own }: ContentContext<MemoSettings>): MemoData {
  const notes = NOTES.map((i) => ({
    title: tidied(own[`memo_title_${i}`] ?? "").replaceAll(/\s*\n\s*/g, " "),
    text: tidied(own[`memo_text_${i}`] ?? ""),
  })).filter(({ title: head, text }) => head !== "" || text !== "")
  return notes.length === 0 ? { text: tidied(own.memo_text) } : { text: "", notes }
}
