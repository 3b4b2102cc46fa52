import type { Issue } from "../errors.js"
import { extensionPoint } from "../kit/define-plugin.js"
import type { z } from "../schema.js"

/** An entry of a section of the file, as it is written there: JSON values. */
export type FileEntry = Readonly<Record<string, unknown>>

/** The file that is applied, as far as it fits its schema. */
export interface ScreensFile {
  /** Entries of a section by their ids, with the fields of all parts of it. */
  entries(section: string): ReadonlyMap<string, FileEntry>
  /** The secret of that name in `screens-file.secrets` of platen.yaml; undefined where it has none. */
  secret(name: string): string | undefined
}

/** The change that applying an entry makes to the fields of one part. */
export interface EntryPlan {
  /** The fields as the server has them, as `read` gives them; undefined: the server has no such entry. */
  readonly before: FileEntry | undefined
  /** The fields once the entry is applied, as `read` will give them. Where they equal `before`, nothing is applied. */
  readonly after: FileEntry
  /** Faults of the entry; `path`: below the entry. Where any entry has one, nothing at all is applied. */
  readonly issues?: readonly Issue[]
  /** Sentences on what is left out or has no effect. */
  readonly warnings?: readonly string[]
  /** Applies the entry, under the rules of the routes. Resolves to sentences on what is left for a person to do. */
  apply(): Promise<readonly string[]>
  /** Takes back what planning has put into memory. Called when all is done, whether the entry was applied or not. */
  release?(): Promise<void>
}

/** A part of the entries of one section of the file: fields that one plugin reads and applies. */
export interface ScreensFilePart<E extends FileEntry = FileEntry> {
  /** Key of the section: "people", "modes", "devices". Several plugins may each have a part of one section. */
  readonly section: string
  /** The lowest is written, planned and applied first: a device comes after its owner. */
  readonly rank: number
  /** A sentence on the section; that of the lowest rank stands above it. */
  readonly about: string
  /** The fields of an entry, each described: those that name the entry, which all parts of the section have alike, and the part's own, which are optional. */
  readonly schema: z.ZodObject
  /** The entry's name, however it is spelled in the file: "anna", "AA:BB:CC:DD:EE:FF". */
  id(entry: E): string
  /** The entries of the server, without secrets. The same state gives the same values. */
  read(): Promise<readonly E[]>
  /** Checks an entry and says what it would change; writes nothing. A thrown PlatenError counts as its issues. */
  plan(entry: E, file: ScreensFile): Promise<EntryPlan>
}

/** Parts of the file that `platen export` writes and `platen apply` reads. By rank. */
export const SCREENS_FILE_PARTS = extensionPoint<ScreensFilePart>("platen.screens-file-parts", {
  combine: "byRank",
  rank: ({ rank }) => rank,
})

/** Types a part against its entries. */
export function defineFilePart<E extends FileEntry>(part: ScreensFilePart<E>): ScreensFilePart {
  return part as unknown as ScreensFilePart
}
