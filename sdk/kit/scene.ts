import type { Qr } from "../mode/drawn-nodes.js"
import type { Box, Grid, Icon, Image, Progress, Rule, SceneNode, Spacer, Text } from "../mode/scene.js"

type Props<T> = Omit<T, "type" | "children">

/** A box with its children below one another. */
export const column = (props: Props<Box>, ...children: readonly SceneNode[]): Box => ({
  type: "column",
  ...props,
  children,
})
/** A box with its children beside one another. */
export const row = (props: Props<Box>, ...children: readonly SceneNode[]): Box => ({ type: "row", ...props, children })
/** A box with its children on top of one another, the last one uppermost. */
export const stack = (props: Props<Box>, ...children: readonly SceneNode[]): Box => ({
  type: "stack",
  ...props,
  children,
})
/** A grid of `columns` with its cells. */
export const grid = (props: Props<Grid>, ...children: readonly SceneNode[]): Grid => ({
  type: "grid",
  ...props,
  children,
})
/** A paragraph. */
export const text = (string: string, props: Omit<Props<Text>, "text"> = {}): Text => ({
  type: "text",
  text: string,
  ...props,
})
/** A pictogram by its name. `px`: its side in pixels. */
export const icon = (name: string, px: number, props: Omit<Props<Icon>, "name" | "px"> = {}): Icon => ({
  type: "icon",
  name,
  px,
  ...props,
})
/** A picture by the id that a bundled picture has or `Pictures.keep` gave. */
export const image = (source: string, props: Omit<Props<Image>, "source"> = {}): Image => ({
  type: "image",
  source,
  ...props,
})
/** A QR code that contains `string`. */
export const qr = (string: string, props: Omit<Props<Qr>, "text"> = {}): Qr => ({ type: "qr", text: string, ...props })
/** A line across its parent's direction. */
export const rule = (props: Props<Rule> = {}): Rule => ({ type: "rule", ...props })
/** A bar that is filled from the start. `value`: 0 to 1. */
export const progress = (value: number, props: Omit<Props<Progress>, "value"> = {}): Progress => ({
  type: "progress",
  value,
  ...props,
})
/** Empty space. */
export const spacer = (props: Props<Spacer> = {}): Spacer => ({ type: "spacer", ...props })
