import { Invalid, PlatenError, z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import type { Log } from "platen/sdk"
import type { Reply, Route } from "platen/sdk/http"
import type { PictureFile } from "platen/sdk/models"
import type { Generated, Wish } from "./generation.js"

/** Characters of a picture in base64: about 4 MB. */
const MAX_IMAGE = 5 << 20
const MAX_DESCRIPTION = 2_000
const MAX_KEY = 500
/** Milliseconds for a caller who sees nothing until the end, and for one who follows the turns. */
const QUIET_MS = 60_000
const FOLLOWED_MS = 600_000
const EVENTS = "text/event-stream"
/** The code of a fault of the server. */
const INTERNAL = "internal"

const issue = z.strictObject({ path: z.string(), message: z.string() })
const generation = z.object(
  {
    description: z
      .string("must describe what the mode shows")
      .trim()
      .min(1, "must describe what the mode shows")
      .max(MAX_DESCRIPTION, `must have at most ${MAX_DESCRIPTION} characters`),
    image_base64: z
      .string()
      .max(MAX_IMAGE, "must be a picture of at most 4 MB")
      .optional()
      .describe(
        "A picture of how the page is meant, for a model that reads pictures: PNG, JPEG, GIF or WebP, also as a data URL.",
      ),
    mode_def: z.looseObject({}).optional().describe("A definition that the description changes."),
    provider: z.string().max(50).optional(),
    model: z.string().max(100).optional(),
  },
  "must be an object with a description",
)
const answer = z.strictObject({
  ok: z.boolean(),
  mode_def: z.looseObject({}).optional(),
  preview: z.string().optional().describe("The page at 400 x 300 as a data URL of a PNG."),
  warning: z.string().optional().describe("What is still wrong with a definition that compiles."),
  error: z.string().optional(),
  code: z.string().optional(),
  issues: z.array(issue).optional(),
  raw_response: z.string().optional().describe("The beginning of an answer that is no mode."),
  usage: z
    .strictObject({
      provider: z.string(),
      model: z.string(),
      calls: z.number(),
      tokens_in: z.number(),
      tokens_out: z.number(),
    })
    .optional(),
})
type Answer = z.output<typeof answer>

/** The call that has a mode written. */
export function generateRoute(generate: (wish: Wish) => Promise<Generated>, log: Log): Route {
  return defineRoute({
    method: "POST",
    path: "/api/modes/generate",
    areas: ["extended"],
    auth: { anyOf: ["admin"] },
    limit: { name: "mode-generate", perMinute: 10 },
    summary:
      "Has a text model write a mode definition, or change one, without saving it. With Accept: text/event-stream its turns come as events.",
    body: generation,
    bodyLimit: MAX_IMAGE + (256 << 10),
    response: answer,
    produces: ["application/json", EVENTS],
    handle: ({ body, principal, headers, signal }): Reply | Promise<Reply> => {
      const { description, image_base64: image, mode_def: before, provider, model } = body
      const picture = image ? pictureIn(image) : undefined
      const wish = {
        user: principal!.user,
        description,
        ...(picture && { picture }),
        ...(before && { before }),
        wanted: { ...(provider && { provider }), ...(model && { model }), ...(provider && keyIn(headers)) },
        signal,
      }
      if (!headers.accept?.includes(EVENTS))
        return generate({ ...wish, within: QUIET_MS }).then((generated) => ({ body: answerOf(generated) }))
      return {
        type: `${EVENTS}; charset=utf-8`,
        headers: { "cache-control": "no-store", "x-accel-buffering": "no" },
        body: followed((onTurn) => generate({ ...wish, within: FOLLOWED_MS, onTurn }), log),
      }
    },
  })
}

/** The key of the named provider that a client sends along, for this call alone. Never logged or kept. */
function keyIn(headers: Readonly<Record<string, string | undefined>>): { readonly key?: string } {
  const key = headers["x-inksight-llm-api-key"]?.trim()
  return key && key.length <= MAX_KEY ? { key } : {}
}

/** The turns as server-sent events: "turn" with what was wrong before it, then "done" or "error". Never throws. */
async function* followed(
  work: (onTurn: NonNullable<Wish["onTurn"]>) => Promise<Generated>,
  log: Log,
): AsyncGenerator<string> {
  const waiting: string[] = []
  let wake = (): void => {}
  const tell = (text: string): void => {
    waiting.push(text)
    wake()
  }
  const last = work(({ number, issues }) => tell(event("turn", { number, issues })))
    .then((generated) => event("done", answerOf(generated)))
    .catch((error: unknown) => {
      if (error instanceof PlatenError) return event("error", { ok: false, code: error.code, error: error.message })
      log.error({ err: error }, "mode.generation-failed")
      return event("error", { ok: false, code: INTERNAL, error: "The server has a fault: its log names the cause." })
    })
  const state = { isDone: false }
  void last.then((text) => {
    state.isDone = true
    tell(text)
  })
  while (!state.isDone || waiting.length > 0) {
    if (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    yield waiting.shift()!
  }
}

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

function answerOf({ definition, png, issues, error, code, raw, usage }: Generated): Answer {
  const [first] = issues
  return {
    ok: definition !== undefined,
    ...(definition && { mode_def: definition }),
    ...(png && png.length > 0 && { preview: `data:image/png;base64,${Buffer.from(png).toString("base64")}` }),
    ...(definition && first && { warning: `The page is not right everywhere: ${first.message}` }),
    ...(error !== undefined && { error }),
    ...(code !== undefined && { code }),
    ...(issues.length > 0 && { issues: issues.map(({ path, message }) => ({ path, message })) }),
    ...(raw !== undefined && { raw_response: raw }),
    ...(usage && {
      usage: {
        provider: usage.provider,
        model: usage.model,
        calls: usage.calls,
        tokens_in: usage.tokensIn,
        tokens_out: usage.tokensOut,
      },
    }),
  }
}

/** Media types by how a file begins. */
const BEGINNINGS = [
  ["image/png", /^\x89PNG/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8/],
  ["image/webp", /^RIFF....WEBP/s],
] as const

function pictureIn(base64: string): PictureFile {
  const bytes = Buffer.from(base64.replace(/^data:[\w/+.-]+;base64,/, ""), "base64")
  const begins = bytes.toString("latin1", 0, 16)
  const [type] = BEGINNINGS.find(([, begin]) => begin.test(begins)) ?? []
  if (type === undefined)
    throw new Invalid("The picture cannot be read: send a PNG, JPEG, GIF or WebP in base64.", {
      issues: [{ path: "image_base64", message: "is no PNG, JPEG, GIF or WebP" }],
    })
  return { type, bytes }
}
