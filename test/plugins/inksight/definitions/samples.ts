/** Definitions in the shape of InkSight's format: one for each block, type of content and kind of override. The words are ours. */
export type Sample = Readonly<Record<string, unknown>>

const layout = (body: readonly unknown[], more: object = {}): object => ({
  status_bar: { line_width: 1, dashed: false },
  body,
  footer: { label: "SAMPLE", attribution_template: "from {source}" },
  ...more,
})

const CONTENT = {
  type: "static",
  static_data: {
    title: "The ferry to Mandø",
    body: "It waits for the water. At low tide a tractor crosses instead, and gulls follow it over the sand.",
    source: "a harbour log",
    number: 42,
    most: 60,
    share: "--",
    code: 61,
    done: true,
    stops: ["Esbjerg", "Ribe", "Vester Vedsted", "Mandø"],
    crew: [
      { name: "Ingrid", role: "at the wheel", icon: "sunny", text: "Ingrid steers", count: 3 },
      { name: "Lars", role: "on deck", icon: "unheard", text: "Lars ropes", count: 11 },
    ],
    meals: { meat: "Herring", veg: "Kale", staple: "Rye" },
    forecast: [
      { day: "Mon", date: "5/1", code: 0, desc: "Clear", temp_min: 2, temp_max: 9 },
      { day: "Tue", date: "6/1", code: 3, desc: "Cloud", temp_min: 1, temp_max: 7 },
      { day: "Wed", date: "7/1", code: 61, desc: "Rain", temp_min: 3, temp_max: 6 },
      { day: "Thu", date: "8/1", code: 71, desc: "Snow", temp_min: -3, temp_max: 1 },
    ],
    lessons: [
      { time: "08:00-08:45", name: "Maths", location: "A 12", current: false },
      { time: "09:00-09:45", name: "Music", location: "Hall", current: true },
    ],
    image_url: "https://pictures.example/ferry.jpg",
  },
} as const

/** A definition with one block, below a title. */
function ofBlock(block: Sample): Sample {
  const type = String(block.type)
  return {
    mode_id: `B_${type.toUpperCase()}`,
    display_name: `Block ${type}`,
    icon: "star",
    cacheable: true,
    description: "One block.",
    content: CONTENT,
    layout: layout([{ type: "text", field: "title", font_size: 16, align: "center", max_lines: 1 }, block]),
  }
}

const line = (field: string, more: object = {}): object => ({
  type: "text",
  field,
  font_size: 14,
  align: "left",
  ...more,
})

const BLOCKS: readonly Sample[] = [
  {
    type: "centered_text",
    field: "body",
    font: "noto_serif_bold",
    font_size: 18,
    max_width_ratio: 0.7,
    vertical_center: true,
  },
  {
    type: "text",
    template: "{title}: {number} of {most}",
    font_name: "Lora-Italic.ttf",
    font_size: 15,
    align: "right",
    margin_x: 40,
    max_lines: 2,
  },
  { type: "separator", style: "short", width: 80, line_width: 2 },
  {
    type: "section",
    title: "🌟 Crew",
    icon: "global",
    title_font_size: 15,
    children: [line("body", { max_lines: 3 }), { type: "list", field: "stops", item_template: "{_value}" }],
  },
  { type: "group", title: "Why", title_font_size: 12, margin_x: 32, children: [line("body")] },
  {
    type: "list",
    field: "crew",
    max_items: 5,
    numbered: true,
    item_template: "{name}, {role}",
    right_field: "count",
    font_size: 14,
    item_spacing: 24,
    margin_x: 32,
  },
  { type: "vertical_stack", spacing: 6, children: [line("title"), line("body")] },
  {
    type: "conditional",
    field: "number",
    conditions: [
      { op: "gt", value: 100, children: [line("title")] },
      { op: "exists", children: [line("body")] },
    ],
    fallback_children: [line("source")],
  },
  { type: "spacer", height: 20 },
  { type: "icon_text", icon: "tips", text: "Sails at {number} past", font_size: 14 },
  {
    type: "two_column",
    left_width: 116,
    gap: 10,
    left: [{ type: "big_number", field: "number", font_size: 46 }, line("source", { align: "center" })],
    right: [line("body", { max_lines: 4 }), { type: "separator", style: "dashed" }, line("title")],
  },
  { type: "image", field: "image_url", width: 220, height: 140 },
  { type: "progress_bar", field: "number", max_field: "most", width: 300, height: 8, margin_x: 32 },
  { type: "big_number", field: "number", unit: "°", font_size: 64, align: "center" },
  { type: "icon_list", field: "crew", icon_field: "icon", text_field: "text" },
  { type: "key_value", field: "meals", label: "Today" },
  { type: "weather_icon", field: "code", icon_size: 48 },
  { type: "weather_icon_text", code_field: "code", field: "title", font_size: 14, align: "center" },
  { type: "forecast_cards", field: "forecast", max_items: 4, icon_size: 32 },
  { type: "temp_chart", field: "forecast", max_points: 4, height: 60 },
  { type: "calendar_grid", font_size: 13, header_font_size: 11, cell_height: 26 },
  { type: "timetable_grid", field: "lessons", style: "daily", row_height: 28 },
]

/** A definition for each block of the format, by the type of the block. */
export const OF_BLOCKS: Readonly<Record<string, Sample>> = Object.fromEntries(
  BLOCKS.map((block) => [String(block.type), ofBlock(block)]),
)

const quote = {
  type: "centered_text",
  field: "quote",
  font: "noto_serif_light",
  font_size: 20,
  vertical_center: true,
  max_width_ratio: 0.86,
}
const POOL = [
  { quote: "The tide waits for a ferry that is late, and for nobody else.", author: "a pilot" },
  {
    quote: "Count the gulls: they have read the forecast.",
    author: "a neighbour",
    note: "In fair weather they sit inland.",
  },
]

function ofContent(type: string, content: object, body: readonly object[], more: object = {}): Sample {
  return {
    mode_id: `C_${type.toUpperCase()}`,
    display_name: `Content ${type}`,
    icon: "zen",
    cacheable: type === "static",
    content: { type, ...content },
    layout: layout(body, { footer: { label: "SAYING", attribution_template: "— {author}" } }),
    ...more,
  }
}

const ASKED = {
  prompt_template: "Write a saying of the sea for {context}.",
  temperature: 0.8,
  fallback: POOL[0],
  fallback_pool: POOL,
}
const DAY = [
  {
    type: "two_column",
    left_width: 116,
    gap: 10,
    left: [
      line("year", { align: "center", font_size: 12 }),
      { type: "big_number", field: "day", font_size: 46 },
      line("month_cn", { align: "center" }),
      line("weekday_cn", { align: "center", font_size: 12 }),
      { type: "progress_bar", field: "day_of_year", max_field: "days_in_year", width: 80 },
    ],
    right: [line("quote", { max_lines: 4 }), line("author", { align: "right", font_size: 11 })],
  },
]

/** A definition for each type of content. */
export const OF_CONTENTS: Readonly<Record<string, Sample>> = {
  static: ofContent("static", { static_data: POOL[1], fallback: POOL[0] }, [quote]),
  llm: ofContent("llm", { ...ASKED, output_format: "text_split", output_fields: ["quote", "author"] }, [quote]),
  llm_json: ofContent(
    "llm_json",
    { ...ASKED, output_schema: { quote: { type: "string", default: "…" }, tags: { type: "array", default: ["sea"] } } },
    [quote, { type: "list", field: "tags", item_template: "{_value}", align: "center" }],
  ),
  external_data: ofContent(
    "external_data",
    { provider: "weather_forecast", fallback: { today_temp: "--", quote: "No forecast.", author: "-" } },
    [{ type: "big_number", field: "today_temp", unit: "°", font_size: 52 }, line("quote")],
  ),
  computed: ofContent("computed", { provider: "lifebar", fallback: { life_label: "A life", year_label: "2026" } }, [
    line("year_label", { font_size: 12, margin_x: 32 }),
    { type: "text", template: "{year_pct}%", font: "lora_bold", font_size: 28, align: "left", margin_x: 32 },
    { type: "progress_bar", field: "day_of_year", max_field: "days_in_year", width: 336, height: 8, margin_x: 32 },
    { type: "spacer", height: 14 },
    line("month_label", { font_size: 11, margin_x: 32 }),
    { type: "progress_bar", field: "day", max_field: "days_in_month", width: 336, height: 6, margin_x: 32 },
    { type: "separator", style: "dashed", margin_x: 32 },
    line("life_label", { font_size: 11, margin_x: 32 }),
    { type: "text", template: "{life_pct}%", font: "lora_bold", font_size: 20, align: "left", margin_x: 32 },
    { type: "progress_bar", field: "age", max_field: "life_expect", width: 336, height: 8, margin_x: 32 },
  ]),
  image_gen: ofContent(
    "image_gen",
    { provider: "text2image", fallback: { artwork_title: "Reeds", image_url: "https://pictures.example/reeds.png" } },
    [
      { type: "text", field: "artwork_title", font_size: 18 },
      { type: "image", field: "image_url", width: 248, height: 166 },
    ],
  ),
  composite: ofContent(
    "composite",
    {
      steps: [
        { type: "computed", provider: "daily_meta", fallback: { year: 2026, day: 1 } },
        { type: "llm_json", ...ASKED },
      ],
      fallback: {},
    },
    DAY,
  ),
}

const SIZED = ofContent(
  "static",
  { static_data: { word: "Ebb", gloss: "the water goes out", example: "The ebb left the boats on the sand." } },
  [
    { type: "text", field: "word", font: "lora_bold", font_size: 44, align: "center" },
    { type: "text", field: "gloss", font_size: 14, align: "center" },
    { type: "separator", style: "short" },
    { type: "text", field: "example", font_size: 13, align: "center" },
  ],
)
const overriding = (id: string, overrides: object): Sample => ({ ...SIZED, mode_id: id, layout_overrides: overrides })

const sizes = (word: number, gloss: number): readonly object[] => [
  { type: "text", field: "word", font: "lora_bold", font_size: word, align: "center", max_lines: 1 },
  { type: "text", field: "gloss", font_size: gloss, align: "center", max_lines: 1 },
  { type: "separator", style: "short", width: 40 },
  { type: "text", field: "example", font_size: gloss, align: "left", max_lines: 2 },
]

/** A definition for each kind of override: the same blocks in other sizes, other blocks, both large sizes, and parts without a body. */
export const OF_OVERRIDES: Readonly<Record<string, Sample>> = {
  "same blocks": overriding("O_SAME", {
    "296x128": { body: sizes(26, 11), footer: { label: "W", height: 18 } },
    "800x480": { body: sizes(84, 26) },
  }),
  "other blocks": overriding("O_OTHER", {
    "296x128": { body: sizes(24, 11).slice(0, 2), body_align: "top" },
    "648x480": { body: [...sizes(70, 24), { type: "spacer", height: 10 }] },
  }),
  "two large sizes": overriding("O_LARGE", {
    "800x480": { body: sizes(84, 26).slice(0, 3) },
    "640x384": { body: sizes(64, 22).slice(0, 2) },
  }),
  "no body": overriding("O_NONE", { "296x128": { footer: { label: "W" } }, "12x9": {}, "800x480": "none" }),
}

/** Trees of components, Chinese words, settings, names that are taken. */
export const OTHERS: Readonly<Record<string, Sample>> = {
  "component tree": {
    mode_id: "T_TREE",
    display_name: "Tree",
    icon: "book",
    content: { type: "llm_json", ...ASKED },
    layout: {
      layout_engine: "component_tree",
      body_preset: "quote_card",
      preset_props: { quote_field: "quote", attribution: "— {author}" },
      fragments: [{ name: "note", props: { field: "note" } }],
      component_theme: "ink",
      footer: { label: "TREE" },
    },
  },
  chinese: {
    mode_id: "T_ZH",
    display_name: "每日一问",
    icon: "zen",
    content: {
      type: "llm_json",
      prompt_template: "问",
      fallback: { question: "潮水退去以后，海滩上留下什么？", note: "想一想。" },
    },
    layout: layout(
      [
        { type: "centered_text", field: "question", font_size: 20 },
        { type: "text", field: "note", font_size: 12, align: "center" },
      ],
      { footer: { label: "一问" } },
    ),
  },
  settings: {
    mode_id: "T_SETTINGS",
    display_name: "Memo",
    icon: "memo",
    settings_schema: [
      { key: "memo_text", label: "Text", type: "textarea", placeholder: "Words" },
      { key: "count", label: "Count", type: "number", default: 3, min: 1, max: 9, step: 1 },
      { key: "loud", label: "Loud", type: "boolean", default: true },
      { key: "size", label: "Size", type: "select", default: "l", options: ["s", { value: "l", label: "Large" }] },
      { key: "events", label: "Events", as_json: true },
    ],
    content: { type: "computed", provider: "memo", fallback: { memo_text: "Buy rope." } },
    layout: layout([
      { type: "text", field: "memo_text", font_size: 16 },
      { type: "text", template: "{count} of {size}", font_size: 14 },
    ]),
  },
  names: {
    mode_id: "t names!",
    display_name: "Names",
    icon: "nothing-like-it",
    content: {
      type: "static",
      static_data: {
        date: "3 May",
        or: "either",
        constructor: "mason",
        übung: "practice",
        "{x}": "braces",
        odd: [["a"], ["b"]],
      },
    },
    layout: layout([
      line("date"),
      line("or"),
      line("constructor"),
      line("übung"),
      { type: "text", template: "{{date}} {% raw %} {missing}" },
      { type: "hologram" },
      7,
    ]),
  },
}

/** All samples by name. */
export const SAMPLES: Readonly<Record<string, Sample>> = { ...OF_BLOCKS, ...OF_CONTENTS, ...OF_OVERRIDES, ...OTHERS }
