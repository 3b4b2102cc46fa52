import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { generateText } from "ai"
import { definePlugin, z } from "platen/sdk"
import { modelFailure, MODELS } from "platen/sdk/models"

/** Fetch as the AI SDK calls it, over the guarded fetch of the server. */
const fetchOver =
  (guarded) =>
  async (url, { method, headers, body }) => {
    const {
      status,
      headers: answered,
      bytes,
    } = await guarded(String(url), {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body,
    })
    // These are of the connection, which has ended.
    const {
      "content-encoding": _encoding,
      "content-length": _length,
      "transfer-encoding": _transfer,
      ...rest
    } = answered
    return new Response(bytes, { status, headers: rest })
  }

/** Any model of the AI SDK can stand here: only this function knows which package speaks to it. */
const modelOf = (baseURL, { fetch, key, model }) =>
  createOpenAICompatible({ name: "ai", baseURL, apiKey: key, fetch: fetchOver(fetch) })(model)

const reason = { length: "cut", "content-filter": "refused" }

/** A provider of text models over the AI SDK. Deadlines, tries, budgets and keys are the server's concern. */
export default definePlugin({
  id: "model-ai",
  config: z.strictObject({ baseUrl: z.url(), model: z.string(), key: z.string().optional() }),
  setup: (_services, { baseUrl, model, key }) => [
    MODELS.of({
      id: "ai",
      title: "AI SDK",
      model,
      isKeyed: key !== undefined,
      ...(key !== undefined && { key }),
      origin: new URL(baseUrl).origin,
      readsPictures: false,
      // The model is told the schema in words, which each understands.
      forms: ["text"],
      ask: async ({ system, turns, maxTokens, temperature }, call) => {
        try {
          const { text, finishReason, usage } = await generateText({
            model: modelOf(baseUrl, call),
            system,
            messages: turns.map(({ from, text: content }) => ({
              role: from === "user" ? "user" : "assistant",
              content,
            })),
            maxOutputTokens: maxTokens,
            temperature,
            maxRetries: 0,
          })
          return {
            text,
            ended: reason[finishReason] ?? "whole",
            tokensIn: usage.inputTokens ?? 0,
            tokensOut: usage.outputTokens ?? 0,
          }
        } catch (error) {
          const failure =
            error.statusCode && modelFailure({ status: error.statusCode, headers: error.responseHeaders ?? {} })
          throw failure ?? error
        }
      },
    }),
  ],
})
