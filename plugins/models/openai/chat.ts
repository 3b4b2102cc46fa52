import { z } from "platen/sdk"
import { modelFailure, modelJson, strictSchema, unreadable } from "platen/sdk/models"
import type { ModelAnswer, ModelCall, Question } from "platen/sdk/models"
import type { Quirks } from "./presets.js"

/** Characters of a token, about, where the service counts none. */
const PER_TOKEN = 4

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
})

/** One call of chat/completions. Source: the API reference of OpenAI, which the other services follow. */
export async function complete(
  question: Question,
  { fetch, key, model }: Pick<ModelCall, "fetch" | "key" | "model">,
  { baseUrl, quirks = {} }: { readonly baseUrl: string; readonly quirks?: Quirks | undefined },
): Promise<ModelAnswer> {
  const { bound = "max_tokens", temperature: takesTemperature = true, body = {} } = quirks
  const answer = await fetch(`${baseUrl.replace(/\/+$/, "")}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({
      model,
      messages: [
        { role: "system", content: question.system },
        ...question.turns.map(({ from, text }, i) => ({
          role: from === "user" ? "user" : "assistant",
          content: i === 0 && question.picture ? withPicture(text, question.picture) : text,
        })),
      ],
      [bound]: question.maxTokens,
      ...(takesTemperature && question.temperature !== undefined && { temperature: question.temperature }),
      ...(question.form.kind === "json" && { response_format: { type: "json_object" } }),
      ...(question.form.kind === "schema" && {
        response_format: {
          type: "json_schema",
          json_schema: { name: "answer", strict: true, schema: strictSchema(question.form.schema, "null") },
        },
      }),
      ...body,
    }),
  })
  const failure = modelFailure(answer)
  if (failure) throw failure
  return answerIn(modelJson(answer), question)
}

function answerIn(given: unknown, { system, turns }: Question): ModelAnswer {
  const parsed = completion.safeParse(given)
  if (!parsed.success) throw unreadable()
  const { choices, usage } = parsed.data
  const { message, finish_reason: reason } = choices[0]!
  const text = message.content ?? ""
  const asked = system.length + turns.reduce((sum, turn) => sum + turn.text.length, 0)
  const isRefused = reason === "content_filter" || (text === "" && !!message.refusal)
  return {
    text,
    ended: isRefused ? "refused" : reason === "length" ? "cut" : "whole",
    tokensIn: usage?.prompt_tokens ?? Math.ceil(asked / PER_TOKEN),
    tokensOut: usage?.completion_tokens ?? Math.ceil(text.length / PER_TOKEN),
  }
}

const withPicture = (text: string, { type, bytes }: NonNullable<Question["picture"]>): readonly object[] => [
  { type: "text", text },
  { type: "image_url", image_url: { url: `data:${type};base64,${Buffer.from(bytes).toString("base64")}` } },
]
