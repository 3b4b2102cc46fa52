import { SetupError } from "platen/sdk"
import type { Catalog, Clock, Log } from "platen/sdk"
import type { Codec, Font, IconSet, NodeKind, Palette } from "platen/sdk/drawing"
import { SceneRasterizer } from "./rasterizer.js"
import { isOwnType, NodeKinds } from "./scene/node-kinds.js"
import { Typesetter } from "./text/block.js"
import { FontBook } from "./text/fonts.js"
import { temporaryFolder, UnpackedFonts, UNPACKING } from "../font-files/unpacked-fonts.js"
import type { FontFolders } from "../font-files/unpacked-fonts.js"
import { Sandbox } from "../work/sandbox.js"
import type { SandboxChild } from "../work/sandbox.js"
import type { Workers } from "../work/workers.js"

export interface EngineOptions {
  readonly log: Log
  readonly clock: Clock
  /** Monotonic milliseconds. */
  readonly ticks: () => number
  readonly palettes: Catalog<Palette>
  readonly codecs: Catalog<Codec>
  readonly fonts: Catalog<Font>
  readonly icons: Catalog<IconSet>
  readonly nodes: Catalog<NodeKind>
  /** The child process of the sandbox. Default: one of its own. */
  readonly sandboxChild?: SandboxChild | undefined
  /** Starts the child that unpacks fonts. */
  readonly workers: Pick<Workers, "start">
  /** Where unpacked fonts are kept. */
  readonly fontFolders: Omit<FontFolders, "spare">
}

/** Letters for which the shaper, both directions, the rasteriser and the coverage of all fonts are loaded. */
const EVERY_SCRIPT = "Aא 汉 \u{10ffff}"
const WARM = { family: "sans", weight: "regular", px: 16, language: "en", tabular: false } as const

/** Drawing engine, from scene to bytes: in this process, and in the sandbox. */
export class Engine {
  readonly rasterizer: SceneRasterizer
  readonly sandbox: Sandbox
  readonly #unpacked: UnpackedFonts
  readonly #options: EngineOptions
  #typesetter: Typesetter | undefined
  #kinds = new NodeKinds()

  constructor(options: EngineOptions) {
    const { log, clock, fonts, icons, nodes, workers } = options
    const fontFolders = { ...options.fontFolders, spare: temporaryFolder() }
    this.#options = options
    this.sandbox = new Sandbox({
      log,
      clock,
      fonts: () => fonts.list(),
      icons: () => icons.list(),
      nodes: () => nodes.list(),
      fontFolders,
      child: options.sandboxChild,
    })
    this.#unpacked = new UnpackedFonts({ ...fontFolders, log, clock, worker: () => workers.start(UNPACKING) })
    this.rasterizer = new SceneRasterizer({
      ...options,
      sandbox: this.sandbox,
      typesetter: () => this.typesetter,
      kinds: () => this.#kinds,
    })
  }

  /** The typesetter. Throws SetupError before `open`. */
  get typesetter(): Typesetter {
    if (!this.#typesetter) throw new SetupError("Drawing is not possible during setup: draw in onReady or later.")
    return this.#typesetter
  }

  /** Loads the fonts. Call it once all fonts, icons and nodes are contributed. Throws SetupError for a node of a type that the engine draws itself. */
  async open(): Promise<void> {
    const { fonts, icons, nodes } = this.#options
    const own = nodes.list().find(({ type }) => isOwnType(type))
    if (own) throw new SetupError(`The node type "${own.type}" belongs to the engine: choose another type.`)
    this.#kinds = new NodeKinds(nodes.list())
    this.#typesetter = new Typesetter(await FontBook.create(fonts.list(), icons.list(), this.#unpacked))
  }

  /** What the operator should mend, in one sentence each. */
  get warnings(): readonly string[] {
    const { fault } = this.#unpacked
    return fault === undefined ? [] : [fault]
  }

  /** Unpacks the fonts, and loads what every script needs, before the first page is drawn. */
  async prepare(): Promise<void> {
    const { fonts, icons } = this.#options
    const outlines = icons.list().flatMap((set) => (set.outlines ? [set.outlines.file] : []))
    await this.#unpacked.unpack([...fonts.list().map(({ file }) => file), ...outlines])
    try {
      this.typesetter.paragraph(EVERY_SCRIPT, WARM)
    } catch {
      // A page that needs the broken font says so.
    }
  }

  async close(): Promise<void> {
    await this.sandbox.close()
    this.rasterizer.close()
  }
}
