import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import type { PathParams, Reply } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"

const test = suite("sdk/http/route")
const open = { areas: ["*"], auth: "open", summary: "" } as const

/** Never run: the compiler reads it. */
export const typed = [
  defineRoute({
    ...open,
    method: "GET",
    path: "/api/device/:mac/log/:id",
    handle: ({ params: { mac, id } }): Reply => ({ body: mac.toUpperCase() + id.trim() }),
  }),
  defineRoute({
    ...open,
    method: "GET",
    path: "/api/device/:mac",
    // @ts-expect-error the path has no such part
    handle: ({ params: { serial } }) => ({ body: serial }),
  }),
  defineRoute({
    ...open,
    method: "POST",
    path: "/api/file",
    bytes: true,
    handle: ({ body }) => ({ body: body.subarray(0, 1) }),
  }),
  defineRoute({
    ...open,
    method: "POST",
    path: "/api/count",
    body: z.object({ count: z.number() }),
    handle: ({ body }) => ({ body: body.count.toFixed(1) }),
  }),
  defineRoute({
    ...open,
    method: "POST",
    path: "/api/nothing",
    // @ts-expect-error a route without a schema is given no body
    handle: ({ body }) => ({ body: body.count }),
  }),
  defineRoute({
    ...open,
    method: "GET",
    path: "/api/part/:number",
    params: z.object({ number: z.coerce.number() }),
    handle: ({ params }) => ({ body: params.number.toFixed(0) }),
  }),
]

test("types the parts of a path by the path", () => {
  const parts: PathParams<"/a/:mac/b/:id"> = { mac: "A", id: "1" }
  assert.equal(Object.keys(parts), ["mac", "id"])
  assert.is(typed.length, 6)
})

test.run()
