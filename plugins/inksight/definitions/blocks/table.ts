import type { Block } from "../context.js"
import { conditional, iconText, keyValue, separator, spacer, stack, titled, twoColumn } from "./boxes.js"
import { calendarGrid } from "./grids.js"
import { iconList, list, timetable } from "./lists.js"
import { progressBar, temperatureChart } from "./measures.js"
import { image } from "./pictures.js"
import { bigNumber, centeredText, text } from "./texts.js"
import { forecastCards, weatherIcon, weatherIconText } from "./weather.js"

/** What becomes of each type of block. */
export const BLOCKS: ReadonlyMap<string, Block> = new Map<string, Block>([
  ["big_number", bigNumber],
  ["calendar_grid", calendarGrid],
  ["centered_text", centeredText],
  ["conditional", conditional],
  ["forecast_cards", forecastCards],
  ["group", titled(12)],
  ["icon_list", iconList],
  ["icon_text", iconText],
  ["image", image],
  ["key_value", keyValue],
  ["list", list],
  ["progress_bar", progressBar],
  ["section", titled(14)],
  ["separator", separator],
  ["spacer", spacer],
  ["temp_chart", temperatureChart],
  ["text", text],
  ["timetable_grid", timetable],
  ["two_column", twoColumn],
  ["vertical_stack", stack],
  ["weather_icon", weatherIcon],
  ["weather_icon_text", weatherIconText],
])

/** Fields that a block of a type may have: what is not among them is reported. */
const COMMON = "type color align margin_x font font_name font_size"
const FIELDS: Readonly<Record<string, string>> = {
  big_number: "field unit",
  calendar_grid: "header_font_size sub_font_size cell_height",
  centered_text: "field max_width_ratio line_spacing vertical_center y template",
  conditional: "field conditions fallback_children",
  forecast_cards: "field max_items gap icon_size",
  group: "title label title_font title_font_size children blocks icon",
  icon_list: "field icon_field text_field max_items line_height",
  icon_text: "icon text field template icon_size",
  image: "field width height x y margin_bottom fit",
  key_value: "field label",
  list: "field max_items item_template right_field numbered item_spacing",
  progress_bar: "field max_field width height",
  section: "title label icon title_font title_font_size children blocks",
  separator: "style width line_width",
  spacer: "height",
  temp_chart: "field max_points high_field low_field label_field height right_margin bottom_pad",
  text: "field template text max_lines",
  timetable_grid: "field style row_height",
  two_column: "left_width gap left_x left right",
  vertical_stack: "children spacing",
  weather_icon: "field icon_size margin_bottom",
  weather_icon_text: "code_field field text template icon_size",
}

/** The fields of a block that nothing here reads. */
export function unknownFields(type: string, keys: readonly string[]): readonly string[] {
  const known = new Set(`${COMMON} ${FIELDS[type] ?? ""}`.split(" "))
  return keys.filter((key) => !known.has(key) && !key.startsWith("_"))
}
