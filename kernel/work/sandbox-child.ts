import { Invalid, PlatenError } from "platen/sdk"
import { importNodeKinds } from "platen/sdk/kit"
import type { Issue } from "platen/sdk"
import type { Font, IconSet } from "platen/sdk/drawing"
import type { SandboxTools } from "platen/sdk/sources"
import { NodeKinds } from "../engine/scene/node-kinds.js"
import { pageOrdered } from "../engine/scene/page-order.js"
import type { PageAnswer, PageOrder } from "../engine/scene/page-order.js"
import { Typesetter } from "../engine/text/block.js"
import { FontBook } from "../engine/text/fonts.js"
import { UnpackedFonts } from "../font-files/unpacked-fonts.js"
import type { FontFolders } from "../font-files/unpacked-fonts.js"
import { decoded } from "../outbound/decoded.js"
import { receiveOrders } from "./orders.js"

/** Fonts, icons and kinds of nodes for all pages. */
export interface Equipment {
  /** Modules of kinds of nodes. */
  readonly nodes: readonly string[]
  readonly fontFolders: FontFolders
  readonly fonts: readonly Font[]
  readonly icons: readonly IconSet[]
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

export interface Failure {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly issues?: readonly Issue[]
}

export type SandboxAnswer =
  | { readonly output: unknown }
  | PageAnswer
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
  return typesetter && sent.equipped === equipped ? pageOrdered(sent.order, typesetter, kinds) : { unequipped: true }
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

receiveOrders((order: SandboxOrder, last) =>
  answer(order).catch((error: unknown) => {
    // A WebAssembly trap leaves the memory in an unknown state: the next order gets a new process.
    if (error instanceof Error && error.name === "RuntimeError") last()
    return { failure: failureOf(error) }
  }),
)
