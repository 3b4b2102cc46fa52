import { definePlugin, secret, z } from "platen/sdk"
import { modelFailure, modelJson, MODELS, strictSchema, unreadable } from "platen/sdk/models"
import type { ModelAnswer, ModelCall, Question, TextModel } from "platen/sdk/models"

const content = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z.array(z.object({ text: z.string().optional(), thought: z.boolean().optional() })).optional(),
          })
          .optional(),
        finishReason: z.string().optional(),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  usageMetadata: z
    .object({
      promptTokenCount: z.number().optional(),
      candidatesTokenCount: z.number().optional(),
      thoughtsTokenCount: z.number().optional(),
    })
    .nullish(),
})
/** Reasons to end that are refusals. */
const REFUSED = /^(SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII)$/

/** Plugin of the text models of Gemini. */
export default definePlugin({
  id: "model-gemini",
  config: z.strictObject({
    baseUrl: z
      .url()
      .default("https://generativelanguage.googleapis.com/v1beta")
      .describe("The address of the service, to which /models/NAME:generateContent is added."),
    model: z.string().max(100).default("gemini-2.5-flash").describe("The model that is asked where none is named."),
    key: secret().optional().describe("The key of the service: { env: NAME } or { file: PATH }."),
  }),
  setup: (_services, { baseUrl, model, key }) => {
    const provider: TextModel = {
      id: "gemini",
      title: "Gemini",
      model,
      isKeyed: true,
      ...(key !== undefined && { key }),
      origin: new URL(baseUrl).origin,
      readsPictures: true,
      ask: (question, call) => ask(question, call, baseUrl),
    }
    return [MODELS.of(provider)]
  },
})

/** One call of generateContent. Source: the API reference of Gemini. */
async function ask(question: Question, { fetch, key, model }: ModelCall, baseUrl: string): Promise<ModelAnswer> {
  const { system, turns, picture, form, maxTokens, temperature } = question
  const answer = await fetch(`${baseUrl.replace(/\/+$/, "")}/models/${encodeURIComponent(model)}:generateContent`, {
    method: "POST",
    // In a header, so that no log of an address has it.
    headers: { "content-type": "application/json", ...(key !== undefined && { "x-goog-api-key": key }) },
    body: JSON.stringify({
      systemInstruction: { parts: [{ text: system }] },
      contents: turns.map(({ from, text }, i) => ({
        role: from === "user" ? "user" : "model",
        parts: [...(i === 0 && picture ? [imageOf(picture)] : []), { text }],
      })),
      generationConfig: {
        maxOutputTokens: maxTokens,
        ...(temperature !== undefined && { temperature }),
        ...(form.kind !== "text" && { responseMimeType: "application/json" }),
        ...(form.kind === "schema" && { responseJsonSchema: strictSchema(form.schema, "absent") }),
        // Thinking is billed, and takes of the same bound.
        ...(model.startsWith("gemini-2.5-flash") && { thinkingConfig: { thinkingBudget: 0 } }),
      },
    }),
  })
  const failure = modelFailure(answer)
  if (failure) throw failure
  const parsed = content.safeParse(modelJson(answer))
  if (!parsed.success) throw unreadable()
  const { candidates = [], promptFeedback, usageMetadata: usage } = parsed.data
  const [first] = candidates
  const isBlocked = promptFeedback?.blockReason !== undefined || REFUSED.test(first?.finishReason ?? "")
  if (!first && !isBlocked) throw unreadable()
  const parts = first?.content?.parts ?? []
  return {
    text: parts.map(({ text = "", thought }) => (thought ? "" : text)).join(""),
    ended: isBlocked ? "refused" : first?.finishReason === "MAX_TOKENS" ? "cut" : "whole",
    tokensIn: usage?.promptTokenCount ?? 0,
    tokensOut: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
  }
}

const imageOf = ({ type, bytes }: NonNullable<Question["picture"]>): object => ({
  inlineData: { mimeType: type, data: Buffer.from(bytes).toString("base64") },
})
