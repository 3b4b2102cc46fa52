import { BadInput, z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { isoTime } from "platen/sdk/kit"
import type { Area, Principal, Route } from "platen/sdk/http"
import { fileOf, isMultipart } from "./multipart.js"
import { unknownUpload } from "./uploads.js"
import type { Uploads } from "./uploads.js"

const AREAS = ["extended"]
const OWNER = { anyOf: ["user"] }
const READERS = { anyOf: ["user", "admin"] }
const LIMIT = { name: "uploads", perMinute: 120 }
/** A picture, and what a form puts round it. */
const MAX_BODY = (10 << 20) + (64 << 10)
const CONSUMES = {
  "image/png": null,
  "image/jpeg": null,
  "image/webp": null,
  "image/gif": null,
  "application/octet-stream": null,
  "multipart/form-data": null,
}
const id = z.string().describe("Id of the picture.")
const url = z.string().describe("The path under which its owner reads it; MY_ADAPTIVE shows it by the same.")
const params = z.strictObject({ id: z.string().max(64).describe("Id of the picture.") })

/** Calls of the pictures that people upload. */
export function routes(uploads: Uploads): readonly Route[] {
  return [addRoute(uploads), listRoute(uploads), readRoute(uploads), removeRoute(uploads)]
}

function addRoute(uploads: Uploads): Route {
  return defineRoute({
    method: "POST",
    path: "/api/uploads",
    areas: AREAS,
    auth: OWNER,
    summary:
      "Keeps a picture for the caller's pages, made smaller and without metadata. The body is a PNG, JPEG, WebP or GIF, or a form with one.",
    bytes: true,
    consumes: CONSUMES,
    bodyLimit: MAX_BODY,
    limit: { name: "upload", perMinute: 30 },
    response: z.strictObject({ ok: z.literal(true), id, url }),
    errors: [409],
    handle: async ({ body, headers, principal, area, signal }) => {
      // What a form declares about itself counts only where the caller names no type of the body: older apps do.
      const type = headers["x-upload-content-type"] ?? headers["content-type"] ?? ""
      const file = isMultipart(type) ? fileOf(body, type) : body
      if (file.length === 0)
        throw new BadInput("The request has no picture: send its bytes as the body.", { code: "picture-unreadable" })
      const user = personOf(principal)
      const { id } = await uploads.add(user, file, { caller: `user/${user}`, signal })
      return { body: { ok: true, id, url: addressOf(area, id) } }
    },
  })
}

function listRoute(uploads: Uploads): Route {
  return defineRoute({
    method: "GET",
    path: "/api/uploads",
    areas: AREAS,
    auth: OWNER,
    summary: "Lists the caller's pictures, the newest first.",
    limit: LIMIT,
    response: z.strictObject({
      uploads: z.array(
        z.strictObject({
          id,
          url,
          bytes: z.number().int().describe("Size of the file that is kept."),
          width: z.number().int().describe("Pixels."),
          height: z.number().int().describe("Pixels."),
          created_at: z.iso.datetime(),
        }),
      ),
    }),
    handle: async ({ principal, area }) => {
      const all = await uploads.of(personOf(principal))
      return {
        body: {
          uploads: all.map(({ id, bytes, width, height, at }) => ({
            id,
            url: addressOf(area, id),
            bytes,
            width,
            height,
            created_at: isoTime(at),
          })),
        },
      }
    },
  })
}

function readRoute(uploads: Uploads): Route {
  return defineRoute({
    method: "GET",
    path: "/api/uploads/:id",
    areas: AREAS,
    auth: READERS,
    summary: "Returns a picture that the caller has uploaded; an admin reads everybody's.",
    params,
    limit: LIMIT,
    produces: ["image/jpeg", "image/png", "image/webp", "image/gif"],
    errors: [404],
    handle: async ({ params: { id }, principal }) => {
      const { file } = await ofCaller(uploads, id, principal)
      // Asked for anew each time: whoever signs out on a shared computer leaves nothing to look at.
      return { type: typeOf(file), body: file, headers: { etag: `"${id}"` } }
    },
  })
}

function removeRoute(uploads: Uploads): Route {
  return defineRoute({
    method: "DELETE",
    path: "/api/uploads/:id",
    areas: AREAS,
    auth: READERS,
    summary:
      "Deletes a picture that the caller has uploaded; an admin deletes everybody's. Pages show it no more within 10 minutes.",
    params,
    limit: LIMIT,
    response: z.strictObject({ ok: z.literal(true) }),
    errors: [404],
    handle: async ({ params: { id }, principal }) => {
      await ofCaller(uploads, id, principal)
      await uploads.remove(id)
      return { body: { ok: true } }
    },
  })
}

async function ofCaller(
  uploads: Uploads,
  id: string,
  principal: Principal | undefined,
): Promise<{ readonly file: Uint8Array }> {
  const upload = await uploads.read(id)
  const isAdmin = principal?.kind === "admin" || principal?.role === "admin"
  if (!upload || (upload.user !== principal?.user && !isAdmin)) throw unknownUpload()
  return upload
}

/** The account of a signed-in caller. */
function personOf(principal: Principal | undefined): string {
  return principal!.user!
}

function addressOf({ mount }: Area, id: string): string {
  return `${mount.replace(/\/$/, "")}/api/uploads/${id}`
}

/** The Content-Type of a file that a decoder has read, by its first byte. */
function typeOf([first]: Uint8Array): string {
  const types: Readonly<Record<number, string>> = { 0x89: "image/png", 0x47: "image/gif", 0x52: "image/webp" }
  return types[first!] ?? "image/jpeg"
}
