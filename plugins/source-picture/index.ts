import { BadInput, definePlugin, FETCH, Upstream, z } from "platen/sdk"
import { PICTURES } from "platen/sdk/drawing"
import { defineSource, SOURCES } from "platen/sdk/mode"
import type { OutboundFetch, OutboundOptions } from "platen/sdk"

const MAX_BYTES = 10 << 20

/** Plugin of the source "picture": a picture from the web, or from a host in server.lanHosts. */
export default definePlugin({
  id: "source-picture",
  needs: { fetch: FETCH, pictures: PICTURES },
  setup: ({ fetch, pictures }) => [
    SOURCES.of(
      defineSource({
        name: "picture",
        parameters: z.strictObject({ url: z.string().min(1).max(2048) }),
        result: z.strictObject({ id: z.string(), width: z.number().int(), height: z.number().int() }),
        cacheFor: 600,
        // A picture does not age while it is shown; only its address can change.
        staleFor: 0,
        dependsOn: [],
        fetchesUserUrls: true,
        read: async ({ url }, { deadline, turn }) => {
          const { status, bytes } = await reached(fetch, url, {
            maxBytes: MAX_BYTES,
            signal: deadline,
            headers: { accept: "image/jpeg, image/png, image/webp, image/gif" },
          })
          if (status !== 200)
            throw new Upstream(`The URL of the picture returns status ${status}: correct it, or restore the picture.`)
          return pictures.keep(bytes, { turn })
        },
      }),
    ),
  ],
})

/** Fetches a URL. All network failures give the same error, so that callers cannot probe the operator's network. */
async function reached(fetch: OutboundFetch, url: string, options: OutboundOptions): ReturnType<OutboundFetch> {
  try {
    return await fetch(url, options)
  } catch (cause) {
    if (cause instanceof BadInput) throw cause
    throw new Upstream(
      `The URL of the picture cannot be reached, does not respond, or has more than ${MAX_BYTES >> 20} MB: correct it, or try again later.`,
      { cause },
    )
  }
}
