import { BadInput, Invalid, PlatenError, Upstream, z } from "platen/sdk"
import { addressOver, granted } from "platen/sdk/kit"
import { defineSource } from "platen/sdk/mode"
import type { OutboundAnswer } from "platen/sdk"
import type { Pictures } from "platen/sdk/drawing"
import type { Accounts } from "platen/sdk/http"
import type { Connection } from "platen/sdk/kit"
import type { Source, SourceContext } from "platen/sdk/mode"

const MAX_BYTES = 10 << 20

interface Needs {
  readonly pictures: Pick<Pictures, "keep">
  readonly accounts: Pick<Accounts, "get">
  readonly connections: Readonly<Record<string, Connection>>
}

/** The source "picture". */
export function pictureSource({ pictures, accounts, connections }: Needs): Source {
  return defineSource({
    name: "picture",
    description: "A picture at an address, as the id by which an image node shows it.",
    parameters: z.strictObject({
      url: z.string().min(1).max(2048).describe("Of a public server; with a connection, a path that begins with /."),
      connection: z.string().max(40).default("").describe("A connection that the operator has granted."),
    }),
    result: z.strictObject({ id: z.string(), width: z.number().int(), height: z.number().int() }),
    cacheFor: 600,
    // A picture does not age while it is shown; only its address can change.
    staleFor: 0,
    dependsOn: ["user"],
    fetchesUserUrls: true,
    read: async ({ url, connection: name }, context) => {
      const connection = name === "" ? undefined : await granted(connections, name, context.user, accounts)
      const { bytes } = await reached(url, connection, context)
      return pictures.keep(bytes, { turn: context.turn })
    },
  })
}

/** Fetches a picture. All network failures give the same error, so that callers cannot probe the operator's network. */
async function reached(
  url: string,
  connection: Connection | undefined,
  { fetch }: SourceContext,
): Promise<OutboundAnswer> {
  const address = connection ? addressOver(url, connection) : url
  if (!address) throw new Invalid("The address of a picture over a connection is a path: begin it with /.")
  try {
    return await fetch(address, {
      maxBytes: MAX_BYTES,
      headers: { accept: "image/jpeg, image/png, image/webp, image/gif" },
      ...(connection && { connection }),
    })
  } catch (cause) {
    if (cause instanceof BadInput || (cause instanceof PlatenError && cause.status === 503)) throw cause
    throw new Upstream(
      `The address of the picture cannot be reached, does not respond with a picture, or has more than ${MAX_BYTES >> 20} MB: correct it, or try again later.`,
      { cause },
    )
  }
}
