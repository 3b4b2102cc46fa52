// Bitmaps, palettes, panels, codecs, fonts, and from a scene to bytes.

export * from "./bitmap.js"
export * from "./font.js"
export * from "./node.js"
export * from "../kit/define-node.js"
export * from "./points.js"
export * from "./rasterizer.js"
