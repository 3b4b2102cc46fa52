import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import path from "node:path"
import { fileURLToPath } from "node:url"
import sirv from "sirv"
import type { AssetFolder, Edition } from "platen/sdk/http"

/** A file, and the path at which it is served. */
interface Asset {
  readonly edition: string
  readonly path: string
  /** In its folder, behind a slash. */
  readonly name: string
  readonly file: string
  /** By what is in it: files of a package have no date that says which version they are of. */
  readonly etag: string
  send(request: IncomingMessage, response: ServerResponse): void
}

/** What sirv says without the charset: a page of another one would read them wrongly. */
const TEXTS: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
}

/** Answers for files; undefined for a request of anything else. */
export type Assets = (request: IncomingMessage, response: ServerResponse) => Pick<Asset, "edition" | "path"> | undefined

/** The files of folders, under the editions that run. */
export function assetsOf(folders: readonly AssetFolder[], editions: readonly Edition[]): Assets {
  const all = new Map(
    folders
      .flatMap((folder) =>
        editions
          .filter(({ id }) => folder.editions.includes("*") || folder.editions.includes(id))
          .flatMap((edition) => filesOf(folder, edition)),
      )
      .map((asset) => [asset.path, asset]),
  )
  return (request, response) => {
    const asset = all.get((request.url ?? "").split("?")[0]!)
    // A file that an upgrade has removed would end its stream with an error that nobody hears.
    if (!asset || (request.method !== "GET" && request.method !== "HEAD") || !existsSync(asset.file)) return undefined
    response.setHeader("etag", asset.etag)
    response.setHeader("cache-control", "no-cache")
    if (request.headers["if-none-match"] === asset.etag) response.writeHead(304).end()
    else {
      // Scripts and stylesheets are sent whole.
      delete request.headers.range
      request.url = asset.name
      asset.send(request, response)
    }
    return asset
  }
}

function filesOf({ folder, only, path: base, headers = {} }: AssetFolder, { id, mount }: Edition): readonly Asset[] {
  const root = fileURLToPath(folder)
  const send = sirv(root, {
    extensions: [],
    setHeaders: (response, name) => {
      const type = TEXTS[path.extname(name)]
      if (type !== undefined) response.setHeader("content-type", `${type}; charset=utf-8`)
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    },
  })
  return readdirSync(root)
    .filter((name) => only.test(name))
    .map((name) => ({
      edition: id,
      path: `${mount.replace(/\/$/, "")}${base}/${name}`,
      name: `/${name}`,
      file: path.join(root, name),
      etag: `"${createHash("sha256")
        .update(readFileSync(path.join(root, name)))
        .digest("base64url")
        .slice(0, 22)}"`,
      send,
    }))
}
