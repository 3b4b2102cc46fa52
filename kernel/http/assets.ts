import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import path from "node:path"
import { fileURLToPath } from "node:url"
import sirv from "sirv"
import type { AssetFolder, Area } from "platen/sdk/http"

/** A static file and the path at which it is served. */
interface Asset {
  readonly area: string
  readonly path: string
  /** Name in its folder, with a leading slash. */
  readonly name: string
  readonly file: string
  /** Hash of the content: the dates of files in a package do not identify their version. */
  readonly etag: string
  send(request: IncomingMessage, response: ServerResponse): void
}

/** Types that sirv sends without a charset: without one, a page in another charset misreads them. */
const TEXTS: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
}

/** Serves a static file; returns undefined for any other request. */
export type Assets = (
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) => Pick<Asset, "area" | "path"> | undefined

/** Static files of the asset folders, mounted under each running area. */
export function assetsOf(folders: readonly AssetFolder[], areas: readonly Area[]): Assets {
  const all = new Map(
    folders
      .flatMap((folder) =>
        areas
          .filter(({ id }) => folder.areas.includes("*") || folder.areas.includes(id))
          .flatMap((area) => filesOf(folder, area)),
      )
      .map((asset) => [asset.path, asset]),
  )
  return (path, request, response) => {
    const asset = all.get(path)
    // An upgrade may have removed the file: its stream would fail with an unhandled error.
    if (!asset || (request.method !== "GET" && request.method !== "HEAD") || !existsSync(asset.file)) return undefined
    response.setHeader("etag", asset.etag)
    response.setHeader("cache-control", "no-cache")
    if (request.headers["if-none-match"] === asset.etag) response.writeHead(304).end()
    else {
      // Ranges are ignored: scripts and stylesheets are small.
      delete request.headers.range
      request.url = asset.name
      asset.send(request, response)
    }
    return asset
  }
}

function filesOf({ folder, only, path: base, headers = {} }: AssetFolder, { id, mount }: Area): readonly Asset[] {
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
      area: id,
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
