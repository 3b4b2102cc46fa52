import { definePlugin, defineSource, FETCH, PICTURES, Upstream, z } from "platen/sdk"

const MOST_BYTES = 10 << 20

/** A picture from anywhere on the web, or from a host of the operator's own that is named under server.lanHosts. */
export default definePlugin({
  id: "source-picture",
  needs: { fetch: FETCH, pictures: PICTURES },
  setup: ({ fetch, pictures }) => ({
    sources: [defineSource({
      name: "picture",
      parameters: z.strictObject({ url: z.string().min(1).max(2048) }),
      result: z.strictObject({ id: z.string(), width: z.number().int(), height: z.number().int() }),
      cacheFor: 300,
      anyAddress: true,
      read: async ({ url }, { deadline }) => {
        const { status, bytes } = await fetch(url, { maxBytes: MOST_BYTES, signal: deadline, headers: { accept: "image/jpeg, image/png, image/webp, image/gif" } })
        if (status !== 200) throw new Upstream(`The picture's address answers with status ${status}: correct it, or put the picture back.`)
        return pictures.keep(bytes)
      },
    })],
  }),
})
