import { definePlugin, secret, z } from "platen/sdk"
import { modelFailure, modelJson, MODELS, strictSchema, unreadable } from "platen/sdk/models"
import type { ModelAnswer, ModelCall, Question, TextModel } from "platen/sdk/models"

/** The version of the API that is spoken. */
const VERSION = "2023-06-01"

const message = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string().nullish(),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).nullish(),
})

/** Plugin of the text models of Anthropic, and of services that speak their dialect. */
export default definePlugin({
  id: "model-anthropic",
  config: z.strictObject({
    baseUrl: z
      .url()
      .default("https://api.anthropic.com")
      .describe("The address of the service, to which /v1/messages is added."),
    model: z.string().max(100).default("claude-haiku-4-5").describe("The model that is asked where none is named."),
    key: secret().optional().describe("The key of the service: { env: NAME } or { file: PATH }."),
  }),
  setup: (_services, { baseUrl, model, key }) => {
    const provider: TextModel = {
      id: "anthropic",
      title: "Anthropic",
      model,
      isKeyed: true,
      ...(key !== undefined && { key }),
      origin: new URL(baseUrl).origin,
      readsPictures: true,
      forms: ["schema", "text"],
      ask: (question, call) => ask(question, call, baseUrl),
    }
    return [MODELS.of(provider)]
  },
})

/** One call of messages. Source: the API reference of Anthropic. */
async function ask(
  { system, turns, picture, form, maxTokens, temperature }: Question,
  { fetch, key, model }: ModelCall,
  baseUrl: string,
): Promise<ModelAnswer> {
  const answer = await fetch(`${baseUrl.replace(/\/+$/, "")}/v1/messages`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "anthropic-version": VERSION,
      ...(key !== undefined && { "x-api-key": key }),
    },
    body: JSON.stringify({
      model,
      system,
      max_tokens: maxTokens,
      messages: turns.map(({ from, text }, i) => ({
        role: from === "user" ? "user" : "assistant",
        content: i === 0 && picture ? [imageOf(picture), { type: "text", text }] : text,
      })),
      ...(temperature !== undefined && { temperature }),
      ...(form.kind === "schema" && {
        output_config: { format: { type: "json_schema", schema: strictSchema(form.schema, "absent") } },
      }),
    }),
  })
  const failure = modelFailure(answer)
  if (failure) throw failure
  const parsed = message.safeParse(modelJson(answer))
  if (!parsed.success) throw unreadable()
  const { content, stop_reason: reason, usage } = parsed.data
  const text = content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("")
  return {
    text,
    ended: reason === "refusal" ? "refused" : reason === "max_tokens" ? "cut" : "whole",
    tokensIn: usage?.input_tokens ?? 0,
    tokensOut: usage?.output_tokens ?? 0,
  }
}

const imageOf = ({ type, bytes }: NonNullable<Question["picture"]>): object => ({
  type: "image",
  source: { type: "base64", media_type: type, data: Buffer.from(bytes).toString("base64") },
})
