import { Invalid, PlatenError } from "platen/sdk"
import { screenClass } from "platen/sdk/mode"
import { imagesOf, importNodeKinds } from "platen/sdk/kit"
import type { Issue } from "platen/sdk"
import type { Bitmap, DitheredImage, Font, IconSet, Palette } from "platen/sdk/drawing"
import type { Image, Reading, SceneNode } from "platen/sdk/mode"
import type { SandboxTools } from "platen/sdk/sources"
import { layout } from "../engine/scene/layout.js"
import { PageBudget } from "../engine/scene/budget.js"
import type { SceneEnv } from "../engine/scene/env.js"
import { NodeKinds } from "../engine/scene/node-kinds.js"
import { paintPlacements } from "../engine/scene/paint.js"
import { Typesetter } from "../engine/text/block.js"
import { FontBook } from "../engine/text/fonts.js"
import { UnpackedFonts } from "../font-files/unpacked-fonts.js"
import type { FontFolders } from "../font-files/unpacked-fonts.js"
import { decoded } from "../outbound/decoded.js"
import { endWithParent } from "./end-with-parent.js"

/** Fonts, icons and kinds of nodes for all pages. */
export interface Equipment {
  /** Modules of kinds of nodes. */
  readonly nodes: readonly string[]
  readonly fontFolders: FontFolders
  readonly fonts: readonly Font[]
  readonly icons: readonly IconSet[]
}

/** An order to lay out and paint a page. */
export interface PageOrder extends Reading {
  readonly page: SceneNode
  readonly width: number
  readonly height: number
  readonly language: string
  readonly palette: Palette
  /** Dithered images of the page, in order; undefined for an image without a box. Absent until the server knows the sizes of the boxes. */
  readonly pictures?: readonly (DitheredImage | undefined)[]
}

/** Orders. `call`: runs an export of a module. `page`: `equipment`, as JSON, since messages cannot carry URL objects, is sent where the child has not got that which `equipped` names. */
export type SandboxOrder =
  | { readonly kind: "call"; readonly module: string; readonly input: unknown }
  | {
      readonly kind: "page"
      readonly order: PageOrder
      readonly equipped: string
      readonly equipment?: string
    }

/** Size of an image's box, by the index of the image. */
export interface ImageBox {
  readonly index: number
  readonly width: number
  readonly height: number
}

export interface Failure {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly issues?: readonly Issue[]
}

export type SandboxAnswer =
  | { readonly output: unknown }
  | { readonly bitmap: Omit<Bitmap, "palette"> }
  | { readonly boxes: readonly ImageBox[] }
  | { readonly unequipped: true }
  | { readonly failure: Failure }

let typesetter: Typesetter | undefined
let kinds = new NodeKinds()
let equipped: string | undefined

async function equip(equipment: string): Promise<void> {
  const { fonts, icons, nodes, fontFolders } = JSON.parse(equipment, (key, value: unknown) =>
    key === "file" && typeof value === "string" ? new URL(value) : value,
  ) as Equipment
  kinds = new NodeKinds(await importNodeKinds(nodes))
  typesetter = new Typesetter(await FontBook.create(fonts, icons, new UnpackedFonts(fontFolders)))
}

async function answer(sent: SandboxOrder): Promise<SandboxAnswer> {
  if (sent.kind === "call") {
    const { run } = (await import(sent.module)) as { run(input: unknown, tools: SandboxTools): unknown }
    return { output: bounded(await run(sent.input, { textOf: decoded })) }
  }
  if (sent.equipment) {
    await equip(sent.equipment)
    equipped = sent.equipped
  }
  return typesetter && sent.equipped === equipped ? draw(sent.order, typesetter) : { unequipped: true }
}

/** Maximum result of a call in characters of JSON: the server parses, caches and hashes it. */
const MAX_OUTPUT = 1 << 20

/** Returns the output. Throws Invalid when it is too large. */
function bounded(output: unknown): unknown {
  if ((JSON.stringify(output)?.length ?? 0) > MAX_OUTPUT)
    throw new Invalid(
      `The mode produces more than ${MAX_OUTPUT / 1024} KiB: shorten the texts and lists in its templates.`,
      {
        code: "budget-text",
      },
    )
  return output
}

function draw(
  { page, width, height, language, palette, pictures, ...reading }: PageOrder,
  setter: Typesetter,
): SandboxAnswer {
  const images = imagesOf(page)
  const env: SceneEnv = {
    typesetter: setter,
    screen: screenClass(width, height, reading),
    kinds,
    language,
    budget: new PageBudget(),
    ...(pictures && {
      pictures: new Map(
        images.flatMap((image, i): [Image, DitheredImage][] => (pictures[i] ? [[image, pictures[i]]] : [])),
      ),
    }),
  }
  const placements = layout(page, width, height, env)
  if (images.length > 0 && !pictures) {
    return {
      boxes: placements.flatMap(({ node, width: w, height: h }) =>
        node.type === "image" && w > 0 && h > 0 ? [{ index: images.indexOf(node), width: w, height: h }] : [],
      ),
    }
  }
  const { palette: _palette, ...bitmap } = paintPlacements(placements, width, height, palette, env)
  return { bitmap }
}

function failureOf(error: unknown): Failure {
  if (error instanceof PlatenError)
    return {
      status: error.status,
      code: error.code,
      message: error.message,
      ...(error.issues && { issues: error.issues }),
    }
  return { status: 422, code: "mode-invalid", message: error instanceof Error ? error.message : String(error) }
}

process.on("message", (order: SandboxOrder) => {
  answer(order).then(
    (made) => process.send?.(made),
    (error: unknown) => {
      // A WebAssembly trap leaves the memory in an unknown state: the next order gets a new process.
      const isBroken = error instanceof Error && error.name === "RuntimeError"
      process.send?.({ failure: failureOf(error) }, () => {
        if (isBroken) process.exit(1)
      })
    },
  )
})
endWithParent()
// The server disconnects when it stops, or when the child is idle.
process.on("disconnect", () => process.exit(0))
process.send?.("ready")
