import { bodyOf, isAlike, viewOf } from "./body.js"
import type { Body } from "./body.js"
import { fieldsOf, isFields, own, textOf } from "./given.js"
import type { Fields } from "./given.js"
import type { Context, Node } from "./context.js"
import { quoted } from "./report.js"
import { treeOf } from "./trees.js"
import { templateOf } from "./templates.js"

type Shared = Pick<Context, "names" | "report" | "looks">

/** A view, and those of other sizes. */
export interface Views {
  readonly view: Node
  readonly variants: readonly { readonly when: object; readonly view: Node }[]
}

/** An override, with the screens that it is for. */
interface Override {
  readonly layout: Fields
  readonly size: string
  readonly origin: "small" | "medium"
}

const SIZE = /^(\d{2,4})x(\d{2,4})$/
/** Fields of a layout that are read. */
const READ = new Set(
  "body body_align status_bar footer layout_engine body_preset preset_props fragments component_theme decorations".split(
    " ",
  ),
)

/** The views of a layout and of its overrides. */
export function viewsOf(layout: Fields, overrides: unknown, shared: Shared): Views {
  const { report } = shared
  for (const key of Object.keys(layout).slice(0, 40))
    if (!READ.has(key)) report.refused(`layout.${key}`, "is not known here: it is left out.")
  statusBar(layout, report)
  const body = bodyOf(layout)
  const all = overridesOf(overrides, report)
  const small = all.find(({ origin }) => origin === "small")
  const mediums = all.filter(({ origin }) => origin === "medium")
  const alike = (other: Override | undefined): readonly unknown[] | undefined =>
    other && bodyOf(other.layout).length > 0 && isAlike(body, bodyOf(other.layout)) ? bodyOf(other.layout) : undefined
  const likeMedium = mediums.length === 1 ? alike(mediums[0]) : undefined
  const likeSmall = alike(small)
  const base: Body = {
    blocks: body.length > 0 ? body : treeOf(layout, shared),
    small: likeSmall,
    medium: likeMedium,
    at: "layout.body",
    origin: "base",
    align: own(layout, "body_align"),
  }
  const view = viewOf(base, shared)
  const apart = all.filter(
    (each) =>
      bodyOf(each.layout).length > 0 && !(each === small ? likeSmall : mediums.includes(each) ? likeMedium : undefined),
  )
  for (const each of all) reported(each, apart.includes(each), report)
  return { view, variants: apart.map((each) => variantOf(each, mediums, own(layout, "body_align"), shared)) }
}

function variantOf(
  { layout, size, origin }: Override,
  mediums: readonly Override[],
  align: unknown,
  shared: Shared,
): Views["variants"][number] {
  const at = `layout_overrides.${size}.body`
  const isFlat = size === "800x480" && mediums.length > 1
  const when =
    origin === "small" ? { classes: ["xs"] } : { classes: ["m", "l", "xl"], ...(isFlat && { minAspect: 1.5 }) }
  return {
    when,
    view: viewOf({ blocks: bodyOf(layout), at, origin, align: own(layout, "body_align") ?? align }, shared),
  }
}

/** The overrides that are read, those of a flat screen first. Reports the others. */
function overridesOf(given: unknown, report: Shared["report"]): readonly Override[] {
  const found: Override[] = []
  for (const [size, layout] of Object.entries(isFields(given) ? given : {}).slice(0, 12)) {
    const [, width, height] = SIZE.exec(size) ?? []
    const area = Number(width) * Number(height)
    const origin = area < 60_000 ? "small" : area > 170_000 ? "medium" : undefined
    const isTwice = origin === "small" && found.some((each) => each.origin === "small")
    if (!isFields(layout) || width === undefined || origin === undefined || isTwice || found.length >= 3)
      report.refused(`layout_overrides.${size.slice(0, 20)}`, "is not for a size that is read here: it is left out.")
    else found.push({ layout, size, origin })
  }
  const aspect = ({ size }: Override): number => Number(SIZE.exec(size)![1]) / Number(SIZE.exec(size)![2])
  return found.sort((a, b) => aspect(b) - aspect(a))
}

function reported({ layout, size, origin }: Override, isApart: boolean, report: Shared["report"]): void {
  const at = `layout_overrides.${size}`
  const screens = origin === "small" ? "all small screens" : "all screens larger than 400 x 300"
  if (bodyOf(layout).length > 0)
    report.approximated(
      at,
      isApart ? `is another view, for ${screens}.` : `its sizes hold on ${screens}, beside those of layout.body.`,
    )
  for (const key of ["footer", "status_bar"])
    if (own(layout, key) !== undefined)
      report.approximated(`${at}.${key}`, "masthead and footer suit all screens here.")
}

function statusBar(layout: Fields, report: Shared["report"]): void {
  if (own(layout, "status_bar") !== undefined)
    report.approximated("layout.status_bar", "the masthead of the page stands in its place.")
  for (const key of ["component_theme", "decorations"])
    if (own(layout, key) !== undefined) report.refused(`layout.${key}`, "has no counterpart here: it is left out.")
}

/** The footer of a spec. `title`: what stands there without a label. */
export function footerOf(layout: Fields, title: string, id: string, { names, report }: Shared): Node | undefined {
  const footer = fieldsOf(layout, "footer")
  const label = textOf(footer, "label")
  const isOwn = label !== undefined && ![title, id].some((same) => same.toLowerCase() === label.trim().toLowerCase())
  const attribution = textOf(footer, "attribution_template")
  if (label !== undefined)
    report.taken("layout.footer.label", isOwn ? "stands in the masthead." : "is the title, which stands there anyway.")
  if (attribution !== undefined) report.taken("layout.footer.attribution_template", "is the attribution.")
  for (const key of Object.keys(footer).slice(0, 20))
    if (key !== "label" && key !== "attribution_template")
      report.approximated(`layout.footer.${key.slice(0, 40)}`, `${quoted(key)} is for the footer of the page to say.`)
  if (!isOwn && attribution === undefined) return undefined
  return {
    ...(isOwn && { label: templateOf(label, names) }),
    ...(attribution !== undefined && { attribution: signature(attribution, names) }),
  }
}

/** The template of the attribution: nothing where its first field says nothing. */
function signature(template: string, names: Shared["names"]): string {
  const [, field] = /\{(\w{1,60})\}/.exec(template) ?? []
  const known = field === undefined ? undefined : names.use(field)
  const words = templateOf(template, names)
  return known ? `{% if ${names.variable(`{{ ${known.expression} }}`)} != blank %}${words}{% endif %}` : words
}
