import { Invalid, Upstream, z } from "platen/sdk"
import { deadlineIn } from "platen/sdk/kit"
import type { Catalog, Issue } from "platen/sdk"
import type { Ask, ModelAnswer, Question, TextModel, Usage, Writing } from "platen/sdk/models"
import { choiceOf, chosen, Session, WHOLE_MS } from "./asking.js"
import type { Means } from "./asking.js"
import type { Chosen } from "./choices.js"
import { jsonIn } from "./json-answer.js"

const MAX_TOKENS = 2_000
/** Characters of a token, about. */
const PER_TOKEN = 4
/** Faults that one repair names, and characters of an answer that it repeats. */
const MAX_ISSUES = 20
const MAX_REPEATED = 24_000
/** Models of which is remembered how they answer in JSON. */
const MAX_REMEMBERED = 200

/** Ways to get JSON, the strictest first. */
const FORMS = ["schema", "json", "text"] as const
type Form = (typeof FORMS)[number]

/** What `Writing` asks with: how each model answers in JSON is remembered, so that the way that fails is tried once. */
export function writingWith(means: Means, models: Catalog<TextModel>, usual: string | undefined): Writing {
  const remembered = new Map<string, Form>()
  return {
    choice: (user, wanted) => choiceOf(means, models, usual, { user, part: "text", wanted }),
    write: async (ask) => {
      const { user, wanted, within = WHOLE_MS } = ask
      const asker = { user, part: "text", wanted } as const
      const model = await chosen(means, models, usual, asker)
      if (ask.picture && !model.provider.readsPictures) throw blind(model.provider.title)
      const ends = means.clock.now() + within
      const { signal, clear } = deadlineIn(means.clock, within, ask.signal)
      const session = new Session(means, model, asker, signal, ends)
      try {
        return { value: await new Conversation(ask, session, model, remembered).value(), usage: session.usage }
      } catch (error) {
        throw error instanceof WrongAnswer ? wrong(error, session.usage) : withUsage(error, session.usage)
      } finally {
        clear()
      }
    },
  }
}

const blind = (title: string): Invalid =>
  new Invalid(`${title} reads no pictures: leave the picture out, or name a provider that reads them.`, {
    code: "model-without-eyes",
  })

/** An answer that never fitted. */
class WrongAnswer extends Error {
  readonly issues: readonly Issue[]
  readonly text: string

  constructor(issues: readonly Issue[], text: string) {
    super("The answer does not fit.")
    this.issues = issues
    this.text = text
  }
}

/** Turns with one model until its answer fits. */
class Conversation<T> {
  readonly #ask: Ask<T>
  readonly #session: Session
  readonly #model: Chosen<TextModel>
  readonly #remembered: Map<string, Form>
  readonly #schema: object
  readonly #isOpen: boolean

  constructor(ask: Ask<T>, session: Session, model: Chosen<TextModel>, remembered: Map<string, Form>) {
    this.#ask = ask
    this.#session = session
    this.#model = model
    this.#remembered = remembered
    this.#schema = z.toJSONSchema(ask.schema, { io: "input", unrepresentable: "any" })
    this.#isOpen = isOpen(this.#schema)
  }

  async value(): Promise<T> {
    const { prompt, repairs = 1, onTurn } = this.#ask
    const turns: Question["turns"][number][] = [{ from: "user", text: prompt }]
    let issues: readonly Issue[] = []
    for (let number = 1; ; number++) {
      onTurn?.({ number, issues })
      const answer = await this.#answer(turns)
      const read = await this.#read(answer)
      if ("value" in read) return read.value
      issues = read.issues
      if (number > repairs) throw new WrongAnswer(issues, answer.text)
      turns.push({ from: "model", text: answer.text.slice(0, MAX_REPEATED) }, { from: "user", text: remedy(issues) })
    }
  }

  /** Asks in the strictest form that the model is known to take; a form that its service refuses is not tried again. */
  async #answer(turns: Question["turns"]): Promise<ModelAnswer> {
    const { provider, model, baseUrl = "" } = this.#model
    const key = `${provider.id} ${model} ${baseUrl}`
    const from = FORMS.indexOf(this.#isOpen ? "json" : (this.#remembered.get(key) ?? "schema"))
    for (const form of FORMS.slice(from)) {
      if (form !== "text" && provider.forms?.includes(form) === false) continue
      try {
        const answer = await this.#asked(turns, form)
        if (!this.#isOpen) this.#remember(key, form)
        return answer
      } catch (error) {
        const isRefused = error instanceof Upstream && error.code === "model-refused-call"
        if (!isRefused || form === "text") throw error
      }
    }
    throw new Error("no form is left")
  }

  #remember(key: string, form: Form): void {
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear()
    this.#remembered.set(key, form)
  }

  async #asked(turns: Question["turns"], form: Form): Promise<ModelAnswer> {
    const { system, picture, maxTokens = MAX_TOKENS, temperature } = this.#ask
    // The service keeps to a schema that it is given; any other is told it in words.
    const told =
      form === "schema"
        ? system
        : `${system}\n\nAnswer with one JSON object, and nothing else. It fits this JSON schema:\n${JSON.stringify(this.#schema)}`
    const question: Question = {
      system: told,
      turns,
      form: form === "schema" ? { kind: form, schema: this.#schema } : { kind: form },
      maxTokens,
      ...(picture && { picture }),
      ...(temperature !== undefined && { temperature }),
    }
    const characters = told.length + turns.reduce((sum, { text }) => sum + text.length, 0)
    const estimate = Math.ceil(characters / PER_TOKEN) + maxTokens + (question.picture ? 1_000 : 0)
    return this.#session.call(
      estimate,
      (call) => this.#model.provider.ask(question, call),
      (answer) => answer,
    )
  }

  async #read(answer: ModelAnswer): Promise<{ readonly value: T } | { readonly issues: readonly Issue[] }> {
    if (answer.ended === "refused")
      throw new Upstream("The text model declines to write this: say it otherwise.", { code: "model-refused" })
    const json = jsonIn(answer.text)
    if (json === undefined) {
      const message =
        answer.ended === "cut"
          ? "the answer is cut: write a shorter one"
          : "the answer holds no JSON object: answer with one, and nothing else"
      return { issues: [{ path: "", message }] }
    }
    const { schema } = this.#ask
    // A strict service gives null for what may be left out.
    const given = schema.safeParse(json)
    const parsed = given.success ? given : schema.safeParse(withoutNulls(json))
    if (!parsed.success)
      return {
        issues: parsed.error.issues
          .slice(0, MAX_ISSUES)
          .map(({ path, message }) => ({ path: path.join("."), message })),
      }
    const issues = (await this.#ask.judge?.(parsed.data)) ?? []
    return issues.length > 0 ? { issues: issues.slice(0, MAX_ISSUES) } : { value: parsed.data }
  }
}

/** Whether a schema leaves open which keys an object has: no service keeps to such a one. */
function isOpen(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false
  const { additionalProperties, ...rest } = schema as Readonly<Record<string, unknown>>
  return (additionalProperties !== undefined && additionalProperties !== false) || Object.values(rest).some(isOpen)
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)]])),
  )
}

const remedy = (issues: readonly Issue[]): string =>
  `This is wrong with it:\n${issues.map(({ path, message }) => `- ${path === "" ? "" : `${path}: `}${message}`).join("\n")}\nWrite the whole JSON object again, with these mended and the rest as it was.`

/** Characters of the answer that its reader is shown. */
const MAX_SHOWN = 500

/** A failure of the service with what was asked of it until then, for the caller's record. */
function withUsage(error: unknown, usage: Usage): unknown {
  if (!(error instanceof Upstream)) return error
  const { code, issues, retryAfter, fields, message } = error
  return new Upstream(message, {
    code,
    ...(issues && { issues }),
    ...(retryAfter !== undefined && { retryAfter }),
    fields: { ...fields, usage },
    cause: error,
  })
}

function wrong({ issues, text }: WrongAnswer, usage: Usage): Upstream {
  const [first] = issues
  const where = first === undefined || first.path === "" ? "" : `${first.path}: `
  return new Upstream(`The text model's answer does not fit: ${where}${first?.message ?? "it is wrong"}.`, {
    code: "model-answer",
    issues,
    fields: { raw_response: text.slice(0, MAX_SHOWN), usage },
  })
}
