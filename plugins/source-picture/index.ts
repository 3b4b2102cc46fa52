import { BadInput, definePlugin, FETCH, Upstream, z } from "platen/sdk"
import { PICTURES } from "platen/sdk/drawing"
import { defineSource, SOURCES } from "platen/sdk/mode"
import type { OutboundFetch, OutboundOptions } from "platen/sdk"

const MAX_BYTES = 10 << 20

/** A picture from anywhere on the web, or from a host of the operator's own that is named under server.lanHosts. */
export default definePlugin({
  id: "source-picture",
  needs: { fetch: FETCH, pictures: PICTURES },
  setup: ({ fetch, pictures }) => [
    SOURCES.of(
      defineSource({
        name: "picture",
        parameters: z.strictObject({ url: z.string().min(1).max(2048) }),
        result: z.strictObject({ id: z.string(), width: z.number().int(), height: z.number().int() }),
        cacheFor: 300,
        fetchesUserUrls: true,
        read: async ({ url }, { deadline, turn }) => {
          const { status, bytes } = await reached(fetch, url, {
            maxBytes: MAX_BYTES,
            signal: deadline,
            headers: { accept: "image/jpeg, image/png, image/webp, image/gif" },
          })
          if (status !== 200)
            throw new Upstream(
              `The picture's address answers with status ${status}: correct it, or put the picture back.`,
            )
          return pictures.keep(bytes, { turn })
        },
      }),
    ),
  ],
})

/** Whatever keeps an address from being asked is one answer: else callers could learn which names and hosts there are in the operator's network. */
async function reached(fetch: OutboundFetch, url: string, options: OutboundOptions): ReturnType<OutboundFetch> {
  try {
    return await fetch(url, options)
  } catch (cause) {
    if (cause instanceof BadInput) throw cause
    throw new Upstream(
      `The picture's address cannot be asked, does not answer, or has more than ${MAX_BYTES >> 20} MB: correct it, or try again later.`,
      { cause },
    )
  }
}
