import { lstatSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { WorkerError } from "platen/sdk"
import type { Clock, Log, Worker, WorkerSpec } from "platen/sdk"
import type { Parts } from "../engine/text/font-file.js"
import { UNPACKED, unpackedName, unpackedParts } from "./unpacked.js"
import type { FontParts } from "./unpacked.js"

/** Where unpacked fonts are kept: beside the data; `spare` where that folder takes no file. */
export interface FontFolders {
  readonly folder: string
  readonly spare: string
  /** True: no other server uses the folder: what is unused for long is deleted. */
  readonly isOwn?: boolean
}

export interface UnpackedFontsOptions extends FontFolders {
  readonly log?: Log
  /** Starts the child process that unpacks. Absent: fonts are read alone. */
  readonly worker?: () => Worker
  readonly clock?: Pick<Clock, "now">
}

/** The process that unpacks: a font of 20 MB takes a second, and ten on a small machine. */
export const UNPACKING: WorkerSpec = {
  name: "unpacking",
  module: new URL("./unpack-fonts.js", import.meta.url),
  maxHeapMb: 512,
  workMs: 30_000,
  wallMs: 60_000,
  idleMs: 10_000,
  maxWaiting: 1,
  waitMs: 60_000,
}

/** What the child process is asked: to unpack a font into a folder. */
export interface UnpackOrder {
  /** URL. */
  readonly file: string
  readonly folder: string
}

/** `unwritable`: the folder takes no file. `unusable`: the font is broken, and whoever draws with it is told so. */
export type UnpackAnswer = { readonly done: true } | { readonly unwritable: string } | { readonly unusable: string }

/** Unpacked fonts in the folders of a server. Fonts are unpacked by a child process: nothing is inflated while a page is drawn. */
export class UnpackedFonts implements Parts {
  readonly #options: UnpackedFontsOptions
  readonly #known = new Map<string, FontParts | undefined>()
  /** Fonts whose damage was mended once: a disk that damages each file is not written to for ever. */
  readonly #mended = new Set<string>()
  /** Fonts that no folder took. */
  readonly #left = new Set<string>()
  #mending: Promise<void> = Promise.resolve()

  constructor(options: UnpackedFontsOptions) {
    this.#options = options
  }

  /** Why fonts are not unpacked, in one sentence. */
  get fault(): string | undefined {
    return this.#left.size === 0 ? undefined : NOT_UNPACKED
  }

  of(file: URL): FontParts | undefined {
    const { href } = file
    if (!this.#known.has(href)) this.#known.set(href, this.#find(file))
    return this.#known.get(href)
  }

  discard(file: URL, why: unknown): void {
    this.#options.log?.warn({ err: why, font: path.basename(file.pathname) }, "font-unpacked.damaged")
    this.#known.set(file.href, undefined)
    if (this.#mended.has(file.href)) return
    this.#mended.add(file.href)
    this.#mending = this.#mending.then(() => this.unpack([file], true))
  }

  /** Resolves when no damaged font is being unpacked again. */
  mended(): Promise<void> {
    return this.#mending
  }

  /**
   * Unpacks the fonts that are not unpacked yet, or `all`. Where no folder takes them, `fault` says so, and they are
   * inflated when they are needed. Never rejects.
   */
  async unpack(files: readonly URL[], all = false): Promise<void> {
    const { folder, spare, log, worker, clock } = this.#options
    if (this.#options.isOwn && clock) sweep(folder, files, clock.now())
    const missing = new Map(files.filter((file) => all || !this.of(file)).map((file) => [file.href, file]))
    if (missing.size === 0 || !worker) return
    const child = worker()
    const faults: string[] = []
    for (const each of [folder, spare]) {
      if (missing.size === 0) break
      const fault = makeFolder(each, each === spare) ?? (await unpackInto(each, missing, child))
      if (fault !== undefined) faults.push(fault)
    }
    await child.close()
    for (const { href } of files) {
      this.#known.delete(href)
      if (missing.has(href)) this.#left.add(href)
      else this.#left.delete(href)
    }
    if (missing.size > 0) log?.warn({ faults, fonts: missing.size }, "fonts.not-unpacked")
  }

  #find(file: URL): FontParts | undefined {
    const { folder, spare } = this.#options
    return unpackedParts(file, folder) ?? (isOwn(spare) ? unpackedParts(file, spare) : undefined)
  }
}

const NOT_UNPACKED =
  "The fonts cannot be unpacked, so the first pages of each script are slow: make room in the data folder, and let the server write there."

/** The folder of unpacked fonts for a user whose data folder takes none. */
export function temporaryFolder(): string {
  return path.join(os.tmpdir(), `platen-fonts-${process.getuid?.() ?? "user"}`)
}

/** Days after which a font that this server does not use is deleted: its plugin may come back. */
const UNUSED_DAYS = 30
/** Milliseconds after which what a process has begun to write is not finished any more. */
const PARTIAL_MS = 3_600_000

/** Deletes what the server uses no more: fonts of plugins that are gone, and files of processes that were killed. */
function sweep(folder: string, files: readonly URL[], now: number): void {
  try {
    const own = new Set(files.map(unpackedName))
    for (const name of readdirSync(folder)) {
      const location = path.join(folder, name)
      const limit = name.endsWith(".partial")
        ? PARTIAL_MS
        : name.endsWith(UNPACKED)
          ? UNUSED_DAYS * 86_400_000
          : Infinity
      if (!own.has(name) && now - statSync(location).mtimeMs > limit) rmSync(location, { force: true })
    }
  } catch {
    // There is no such folder yet, or it is another user's.
  }
}

/** Unpacks the fonts that are missing, and takes them from the list. Returns why that is not possible. */
async function unpackInto(folder: string, missing: Map<string, URL>, child: Worker): Promise<string | undefined> {
  for (const href of missing.keys()) {
    try {
      const answer = (await child.order({ file: href, folder } satisfies UnpackOrder)) as UnpackAnswer
      if ("unwritable" in answer) return answer.unwritable
    } catch (error) {
      // A font that its process does not survive is broken; without a process, nothing is unpacked.
      if (!(error instanceof WorkerError)) return (error as Error).message
    }
    missing.delete(href)
  }
  return undefined
}

/** Makes a folder. `isOwnOnly`: it must belong to this server's user alone. Returns why that is not possible. */
function makeFolder(folder: string, isOwnOnly: boolean): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return isOwnOnly && !isOwn(folder) ? `${folder} belongs to another user` : undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Whether only this server's user can write into a folder: in a temporary folder, anybody can make one of any name. */
function isOwn(folder: string): boolean {
  try {
    const stats = lstatSync(folder)
    const isOfUser = process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o022) === 0)
    return stats.isDirectory() && isOfUser
  } catch {
    return false
  }
}
