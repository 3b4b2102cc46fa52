import { PlatenError, z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import type { Catalog } from "platen/sdk"
import type { Accounts, Route } from "platen/sdk/http"
import type { Painter, TextModel, Wanted, Writing } from "platen/sdk/models"
import type { Budget, Limits } from "./budget.js"
import type { Choices, PersonsChoice, Side } from "./choices.js"
import { address, AREAS, keyText, line, personOf, refuseUnknown } from "./checks.js"
import { inksightRoutes } from "./inksight.js"
import type { TimedPainting } from "./painting.js"
import { TRIAL, TRIAL_MS } from "./trial.js"

const change = z
  .strictObject({
    provider: line.nullish().describe("Id of a provider; null: the server's own."),
    model: line.nullish().describe("Name of a model; null: the provider's own."),
    key: keyText.nullish().describe("A key of your own. It goes in and never comes out; null removes it."),
    base_url: address.nullish().describe("The address of a provider that takes one."),
  })
  .optional()
const shownSide = z.strictObject({
  provider: z.string().describe("Empty: the server's own."),
  model: z.string(),
  base_url: z.string(),
  has_key: z.boolean(),
})
const shownChoice = z.strictObject({ text: shownSide, picture: shownSide })
const provider = z.strictObject({
  id: z.string(),
  title: z.string(),
  model: z.string(),
  needs_key: z.boolean().describe("Whether it can be used with a key of your own alone."),
  takes_address: z.boolean(),
  reads_pictures: z.boolean(),
})
const spent = z.strictObject({ tokens: z.number(), calls: z.number(), limit: z.number() })

/** What the routes need. */
export interface RouteNeeds {
  readonly models: Catalog<TextModel>
  readonly painters: Catalog<Painter>
  readonly writing: Writing
  readonly painting: TimedPainting
  readonly choices: Choices
  readonly budget: Budget
  readonly limits: Limits
  readonly accounts: Pick<Accounts, "get">
}

export function routes(needs: RouteNeeds): readonly Route[] {
  return [listRoute(needs), ...ownRoutes(needs), tryRoute(needs), ...inksightRoutes(needs)]
}

function listRoute({ models, painters, writing, painting, budget, limits }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/models",
    areas: AREAS,
    auth: { anyOf: ["user", "admin"] },
    summary:
      "Lists the providers of text models and painters, which of them is asked for you, and what was spent today.",
    response: z.strictObject({
      text: z.array(provider),
      picture: z.array(provider),
      asked: z.strictObject({ text: z.string(), picture: z.string() }).describe("provider/model; empty for none."),
      spent: z.strictObject({ you: spent.optional(), server: spent.optional() }),
    }),
    handle: async ({ principal }) => {
      const { user, kind } = principal!
      const name = async (way: Pick<Writing, "choice">): Promise<string> => {
        const found = await way.choice(user).catch(() => undefined)
        return found ? `${found.provider}/${found.model}` : ""
      }
      const you = user === undefined ? undefined : { ...(await budget.today(user)), limit: limits.person }
      const server = kind === "admin" ? { ...(await budget.today(undefined)), limit: limits.server } : undefined
      return {
        body: {
          text: models.list().map((each) => shown(each, each.readsPictures)),
          picture: painters.list().map((each) => shown(each, false)),
          asked: { text: await name(writing), picture: await name(painting) },
          spent: { ...(you && { you }), ...(server && { server }) },
        },
      }
    },
  })
}

const shown = (each: TextModel | Painter, readsPictures: boolean): z.output<typeof provider> => ({
  id: each.id,
  title: each.title,
  model: each.model,
  needs_key: each.isKeyed && each.key === undefined,
  takes_address: each.takesAddress === true,
  reads_pictures: readsPictures,
})

function ownRoutes({ models, painters, choices }: RouteNeeds): readonly Route[] {
  const path = "/api/user/models"
  const common = { path, areas: AREAS, auth: { anyOf: ["user"] }, response: shownChoice }
  return [
    defineRoute({
      ...common,
      method: "GET",
      summary: "What you have chosen of models. Keys are never returned.",
      handle: async ({ principal }) => ({ body: shownOf(await choices.of(personOf(principal))) }),
    }),
    defineRoute({
      ...common,
      method: "PUT",
      limit: { name: "own-models", perMinute: 20 },
      summary:
        "Chooses providers and models, and enters keys of your own. What is left out stays; a key goes with its provider and its address.",
      body: z.strictObject({ text: change, picture: change }),
      handle: async ({ principal, body }) => {
        const user = personOf(principal)
        const now = await choices.of(user)
        for (const [part, catalog] of [["text", models] as const, ["picture", painters] as const]) {
          if (!body[part]) continue
          refuseUnknown(body[part], now[part], catalog, part)
          choices.refuse(body[part], now[part], catalog, part)
        }
        for (const part of ["text", "picture"] as const) {
          const { base_url: baseUrl, ...rest } = body[part] ?? {}
          if (body[part]) await choices.change(user, part, { ...rest, baseUrl })
        }
        return { body: shownOf(await choices.of(user)) }
      },
    }),
    defineRoute({
      ...common,
      method: "DELETE",
      summary: "Forgets what you have chosen of models, with your keys.",
      handle: async ({ principal }) => {
        await choices.forget(personOf(principal))
        return { body: shownOf(await choices.of(personOf(principal))) }
      },
    }),
  ]
}

function tryRoute({ writing, painting }: RouteNeeds): Route {
  return defineRoute({
    method: "POST",
    path: "/api/models/try",
    areas: AREAS,
    auth: { anyOf: ["user", "admin"] },
    limit: { name: "model-try", perMinute: 6 },
    summary:
      "Asks a model for a few words, or paints a small picture, and says how it went. It costs as any other call.",
    body: z.strictObject({
      kind: z.enum(["text", "picture"]).default("text"),
      provider: line.optional(),
      model: line.optional(),
      key: keyText.optional(),
    }),
    response: z.strictObject({
      ok: z.boolean(),
      provider: z.string().optional(),
      model: z.string().optional(),
      answer: z.string().optional().describe("The words, or the media type of the picture."),
      tokens: z.number().optional(),
      code: z.string().optional(),
      error: z.string().optional(),
    }),
    handle: async ({ body: { kind, ...given }, principal, signal }) => {
      const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value)) as Wanted
      const asker = { user: principal!.user, wanted, signal }
      try {
        return {
          body: { ok: true, ...(kind === "picture" ? await painted(painting, asker) : await written(writing, asker)) },
        }
      } catch (error) {
        if (!(error instanceof PlatenError)) throw error
        return { body: { ok: false, code: error.code, error: error.message } }
      }
    },
  })
}

interface Asker {
  readonly user: string | undefined
  readonly wanted: Wanted
  readonly signal: AbortSignal
}

async function painted(painting: TimedPainting, asker: Asker): Promise<object> {
  const prompt = "A single autumn leaf, black ink on white paper."
  const { picture, usage } = await painting.paint({
    ...asker,
    prompt,
    width: 512,
    height: 512,
    within: TRIAL_MS.picture,
  })
  return { provider: usage.provider, model: usage.model, answer: picture.type }
}

async function written(writing: Writing, asker: Asker): Promise<object> {
  const { value, usage } = await writing.write({ ...asker, ...TRIAL, within: TRIAL_MS.text })
  return {
    provider: usage.provider,
    model: usage.model,
    answer: value.words,
    tokens: usage.tokensIn + usage.tokensOut,
  }
}

const shownOf = ({ text, picture }: PersonsChoice): z.output<typeof shownChoice> => ({
  text: sideOf(text),
  picture: sideOf(picture),
})
const sideOf = ({ provider: named = "", model = "", baseUrl = "", key }: Side): z.output<typeof shownSide> => ({
  provider: named,
  model,
  base_url: baseUrl,
  has_key: key !== undefined,
})
