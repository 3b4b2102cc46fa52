import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import path from "node:path"
import { fileURLToPath } from "node:url"
import sirv from "sirv"
import type { AssetFolder, Area } from "platen/sdk/http"

/** A static file and the path at which it is served. */
export interface Asset {
  readonly area: string
  readonly path: string
  /** Answers a request for it. Returns false when there is no such file any more. */
  send(request: IncomingMessage, response: ServerResponse): boolean
}

/** Types that sirv sends without a charset: without one, a page in another charset misreads them. */
const TEXTS: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
}

/** Static files of the asset folders, mounted under each running area. */
export function assetsOf(folders: readonly AssetFolder[], areas: readonly Area[]): readonly Asset[] {
  return folders.flatMap((folder) =>
    areas
      .filter(({ id }) => folder.areas.includes("*") || folder.areas.includes(id))
      .flatMap((area) => filesOf(folder, area)),
  )
}

function filesOf({ folder, only, path: base, headers = {} }: AssetFolder, { id, mount }: Area): readonly Asset[] {
  const root = fileURLToPath(folder)
  // Looked at when a file is first asked for: a start does not wait for it, and a command asks for none.
  let made: ReturnType<typeof sirv> | undefined
  const send: NonNullable<typeof made> = (...call) =>
    (made ??= sirv(root, {
      extensions: [],
      brotli: true,
      setHeaders: (response, name) => {
        const type = TEXTS[path.extname(name)]
        if (type !== undefined) response.setHeader("content-type", `${type}; charset=utf-8`)
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      },
    }))(...call)
  return readdirSync(root)
    .filter((name) => only.test(name))
    .map((name) => {
      const file = path.join(root, name)
      let etag: string | undefined
      return {
        area: id,
        path: `${mount.replace(/\/$/, "")}${base}/${name}`,
        send: (request, response) => {
          // An upgrade may have removed the file: its stream would fail with an unhandled error.
          if (!existsSync(file)) return false
          // By its content: the dates of files in a package do not identify their version.
          etag ??= `"${createHash("sha256").update(readFileSync(file)).digest("base64url").slice(0, 22)}"`
          response.setHeader("etag", etag).setHeader("cache-control", "no-cache")
          if (request.headers["if-none-match"] === etag) response.writeHead(304).end()
          else {
            // Ranges are ignored: scripts and stylesheets are small.
            delete request.headers.range
            request.url = `/${name}`
            send(request, response)
          }
          return true
        },
      }
    })
}
