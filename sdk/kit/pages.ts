import type { NodeKind } from "../drawing/node.js"
import { Invalid } from "../errors.js"
import type { AuthRequest } from "../http/route.js"
import { defineMode } from "./define-mode.js"
import type { Mode, ViewContext } from "../mode/mode.js"
import type { Image, Scene, SceneNode } from "../mode/scene.js"
import { z } from "../schema.js"

/** The error for a mode that a caller names and that is not installed: 422, "mode-unsupported". */
export function unknownMode(name: string): Invalid {
  return new Invalid(`"${name.slice(0, 60)}" is not a mode that is installed: GET /api/modes lists them.`, {
    code: "mode-unsupported",
    issues: [{ path: "mode", message: "is not installed" }],
  })
}

/** Makes a page that the server itself shows. No list has it and nobody chooses it; its settings hold its whole content. */
export function definePage<S>({
  view,
  ...page
}: Required<Pick<Mode<unknown, S>, "id" | "title" | "settings">> & { view(context: ViewContext<S>): Scene }): Mode {
  return defineMode<Record<string, never>, S>({
    ...page,
    hidden: true,
    data: z.strictObject({}),
    content: async () => ({ data: {} }),
    fallback: () => ({}),
    view: (_, context) => view(context),
  })
}

/** The images of a page, in the order in which they are painted. */
export function imagesOf(node: SceneNode): Image[] {
  if (node.type === "image") return [node]
  return "children" in node ? node.children.flatMap(imagesOf) : []
}

/** The id of the palette of a screen with so many inks, paper among them: 2, 3 or 4; any other number counts as 2. */
export function paletteIdOf(inks: number): string {
  return ["bwr", "bwry"][inks - 3] ?? "bw"
}

/** The origin at which a call has reached this server: scheme, host and port; undefined without a `Host` header. */
export function originOf({ headers: { host }, secure }: Pick<AuthRequest, "headers" | "secure">): string | undefined {
  return host === undefined ? undefined : `${secure ? "https" : "http"}://${host}`
}

/** A phrase in which each `{name}` is replaced by its parameter. Names without a parameter stay. */
export function filled(phrase: string, parameters: Readonly<Record<string, string | number>>): string {
  return phrase.includes("{")
    ? phrase.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole))
    : phrase
}

/** Imports the default exports of the modules of node kinds, in a process that has their URLs alone. */
export async function importNodeKinds(modules: readonly string[]): Promise<readonly NodeKind[]> {
  const imported = await Promise.all(modules.map((module) => import(module) as Promise<{ default: NodeKind }>))
  return imported.map((each) => each.default)
}
