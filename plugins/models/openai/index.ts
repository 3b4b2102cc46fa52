import { definePlugin, secret, z } from "platen/sdk"
import { MODELS } from "platen/sdk/models"
import type { TextModel } from "platen/sdk/models"
import { complete } from "./chat.js"
import { FOR_KEYS, PRESETS } from "./presets.js"
import type { Preset } from "./presets.js"

const service = z.strictObject({
  preset: z
    .enum(Object.keys(PRESETS) as [string, ...string[]])
    .optional()
    .describe("A service whose address and ways are known."),
  baseUrl: z.url().optional().describe("The address of the service, to which /chat/completions is added."),
  model: z.string().max(100).optional().describe("The model that is asked where none is named."),
  key: secret().optional().describe("The key of the service: { env: NAME } or { file: PATH }."),
  readsPictures: z.boolean().optional().describe("Whether the model reads pictures."),
  form: z
    .enum(["schema", "json", "text"])
    .optional()
    .describe("The strictest form of an answer in JSON that the service takes."),
})
type ServiceConfig = z.output<typeof service>

/** Plugin of the text models that speak the dialect of OpenAI: OpenAI, DeepSeek, Aliyun, Moonshot, OpenRouter, Ollama, llama.cpp, vLLM and any other. */
export default definePlugin({
  id: "model-openai",
  /** Services by name: any name is the id of a provider. */
  config: z
    .record(z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, "is small letters, digits and -, a letter first"), service)
    .refine(
      (all) => Object.values(all).every(({ preset, baseUrl }) => preset !== undefined || baseUrl !== undefined),
      "a service needs a preset or a baseUrl",
    ),
  setup: (_services, config) => {
    const own = Object.entries(config).map(([id, each]) => providerOf(id, each))
    const others = FOR_KEYS.filter((id) => !Object.hasOwn(config, id)).map((id) => providerOf(id, { preset: id }))
    return [MODELS.of(...own, ...others, PERSONS)]
  },
})

function providerOf(id: string, { preset, key, form, ...given }: ServiceConfig): TextModel {
  const known: Preset | undefined = preset === undefined ? undefined : PRESETS[preset]
  const baseUrl = given.baseUrl ?? known!.baseUrl
  const { form: strictest = "schema", ...quirks } = { ...known?.quirks, ...(form !== undefined && { form }) }
  return {
    id,
    title: known?.title ?? id,
    model: given.model ?? known?.model ?? "",
    isKeyed: known?.isKeyed ?? key !== undefined,
    ...(key !== undefined && { key }),
    origin: new URL(baseUrl).origin,
    readsPictures: given.readsPictures ?? known?.readsPictures ?? false,
    forms: FORMS.slice(FORMS.indexOf(strictest)),
    ask: (question, call) => complete(question, call, { baseUrl, quirks }),
  }
}

/** Forms of an answer, the strictest first. */
const FORMS = ["schema", "json", "text"] as const

/** A service of the dialect at an address that a person names, such as one of their own. */
const PERSONS: TextModel = {
  id: "openai-compat",
  title: "Another service (OpenAI dialect)",
  model: "",
  isKeyed: false,
  takesAddress: true,
  readsPictures: false,
  ask: (question, call) => complete(question, call, { baseUrl: call.baseUrl! }),
}
