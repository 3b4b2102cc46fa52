/** What a service of the OpenAI dialect does in its own way. */
export interface Quirks {
  /** The name of the bound on the answer. Default: max_tokens. */
  readonly bound?: "max_tokens" | "max_completion_tokens"
  /** The strictest form of an answer in JSON that it takes. Default: schema. */
  readonly form?: "schema" | "json" | "text"
  /** Further fields of each call. */
  readonly body?: Readonly<Record<string, unknown>>
  /** False: it takes no temperature. */
  readonly temperature?: boolean
}

/** A service of the OpenAI dialect. */
export interface Preset {
  readonly title: string
  readonly baseUrl: string
  /** The model that is asked where none is named; "" where the operator must name one. */
  readonly model: string
  readonly isKeyed: boolean
  readonly readsPictures?: boolean
  readonly quirks?: Quirks
}

/** Services by name. Thinking is switched off where it is billed and slow. */
export const PRESETS: Readonly<Record<string, Preset>> = {
  openai: {
    title: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    model: "gpt-5-mini",
    isKeyed: true,
    readsPictures: true,
    quirks: { bound: "max_completion_tokens", temperature: false, body: { reasoning_effort: "minimal" } },
  },
  deepseek: {
    title: "DeepSeek",
    baseUrl: "https://api.deepseek.com/v1",
    model: "deepseek-chat",
    isKeyed: true,
    quirks: { form: "json", body: { thinking: { type: "disabled" } } },
  },
  aliyun: {
    title: "Aliyun Model Studio",
    baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1",
    model: "qwen-plus",
    isKeyed: true,
    quirks: { form: "json", body: { enable_thinking: false } },
  },
  moonshot: {
    title: "Moonshot",
    baseUrl: "https://api.moonshot.cn/v1",
    model: "kimi-k2-turbo-preview",
    isKeyed: true,
    quirks: { form: "json" },
  },
  openrouter: {
    title: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    model: "openai/gpt-5-mini",
    isKeyed: true,
    readsPictures: true,
  },
  ollama: { title: "Ollama", baseUrl: "http://127.0.0.1:11434/v1", model: "", isKeyed: false },
  "llama-cpp": { title: "llama.cpp", baseUrl: "http://127.0.0.1:8080/v1", model: "default", isKeyed: false },
  vllm: { title: "vLLM", baseUrl: "http://127.0.0.1:8000/v1", model: "", isKeyed: false },
}

/** Services that people can use with keys of their own, whatever the operator sets up. */
export const FOR_KEYS: readonly string[] = ["openai", "deepseek", "aliyun", "moonshot", "openrouter"]
