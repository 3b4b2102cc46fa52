import { z } from "platen/sdk"
import type { Files } from "platen/sdk"
import type { AssetFolder } from "platen/sdk/http"

/** What the build has made of the scripts and the stylesheet. */
const build = z.strictObject({
  /** Of the content of all files: their addresses change with it, so that browsers keep them for good. */
  version: z.string(),
  /** Folders with files for browsers, relative to this one. */
  folders: z.array(z.string()),
  /** Addresses of packages, relative to this folder, by their names. */
  imports: z.record(z.string(), z.string()),
  /** The modules of the first view, which the page asks for at once. */
  first: z.array(z.string()),
})
export type Build = z.output<typeof build>

const AREAS = ["extended"]

export async function readBuild(files: Pick<Files, "text">): Promise<Build> {
  return build.parse(JSON.parse(await files.text(new URL("build.json", import.meta.url))))
}

/** The path of the files, without a slash at its end. */
export function folderOf({ version }: Build): string {
  return `console/${version}`
}

/** The files of the console. Their address says what is in them: browsers need not ask for them again. */
export function assetsIn(made: Build): readonly AssetFolder[] {
  return made.folders.map((folder) => ({
    path: `/${folderOf(made)}${folder === "" ? "" : `/${folder}`}`,
    areas: AREAS,
    folder: new URL(folder === "" ? "./" : `./${folder}/`, import.meta.url),
    only: /\.(?:m?js|css)$/,
    headers: {
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "public, max-age=31536000, immutable",
    },
  }))
}
