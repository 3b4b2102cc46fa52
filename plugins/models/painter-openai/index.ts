import { definePlugin, secret, z } from "platen/sdk"
import { modelFailure, modelJson, PAINTERS, unreadable } from "platen/sdk/models"
import type { ModelCall, Painter, PictureFile } from "platen/sdk/models"

const service = z.strictObject({
  baseUrl: z
    .url()
    .default("https://api.openai.com/v1")
    .describe("The address of the service, to which /images/generations is added."),
  model: z.string().max(100).default("gpt-image-1").describe("The model that is asked where none is named."),
  key: secret().optional().describe("The key of the service: { env: NAME } or { file: PATH }."),
  isKeyed: z.boolean().default(true).describe("false: the service needs no key."),
})

const images = z.object({ data: z.array(z.object({ b64_json: z.string() })).min(1) })
/** Sizes that the service paints. */
const SIZES = [
  ["1024x1024", 1],
  ["1536x1024", 1.5],
  ["1024x1536", 1 / 1.5],
] as const

/** Plugin of the painters that speak the dialect of OpenAI's images. */
export default definePlugin({
  id: "painter-openai",
  /** Services by name: any name is the id of a painter. */
  config: z.record(
    z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, "is small letters, digits and -, a letter first"),
    service,
  ),
  setup: (_services, config) => {
    const all = { openai: service.parse({}), ...config }
    return [PAINTERS.of(...Object.entries(all).map(([id, each]) => painterOf(id, each)))]
  },
})

function painterOf(id: string, { baseUrl, model, key, isKeyed }: z.output<typeof service>): Painter {
  return {
    id,
    title: id === "openai" ? "OpenAI" : id,
    model,
    isKeyed,
    ...(key !== undefined && { key }),
    origin: new URL(baseUrl).origin,
    paint: (wanted, call) => paint(wanted, call, baseUrl),
  }
}

/** One call of images/generations. Source: the API reference of OpenAI. */
async function paint(
  { prompt, width, height }: Parameters<Painter["paint"]>[0],
  { fetch, key, model }: ModelCall,
  baseUrl: string,
): Promise<PictureFile> {
  const share = width / height
  const distance = (ratio: number): number => Math.abs(Math.log(ratio / share))
  const [size] = SIZES.toSorted((a, b) => distance(a[1]) - distance(b[1]))[0]!
  const answer = await fetch(`${baseUrl.replace(/\/+$/, "")}/images/generations`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, prompt, size, n: 1 }),
    maxBytes: 16 << 20,
  })
  const failure = modelFailure(answer)
  if (failure) throw failure
  const parsed = images.safeParse(modelJson(answer))
  if (!parsed.success) throw unreadable()
  const bytes = Buffer.from(parsed.data.data[0]!.b64_json, "base64")
  const begins = bytes.toString("latin1", 0, 12)
  const type = begins.startsWith("\x89PNG")
    ? "image/png"
    : begins.startsWith("\xff\xd8")
      ? "image/jpeg"
      : begins.startsWith("RIFF")
        ? "image/webp"
        : undefined
  if (type === undefined) throw unreadable()
  return { type, bytes }
}
