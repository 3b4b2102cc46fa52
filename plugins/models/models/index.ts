import { CLOCK, definePlugin, FETCH, LOG, OBSERVERS, provide, SECRETS, STORE, z } from "platen/sdk"
import { ACCOUNTS, ROUTES } from "platen/sdk/http"
import { notifier } from "platen/sdk/kit"
import { MODELS, PAGE_WORK, PAINTERS, PAINTING, WRITING } from "platen/sdk/models"
import { COUNTERS } from "platen/sdk/servers"
import { allow } from "./allowed.js"
import { budgetIn } from "./budget.js"
import { Choices } from "./choices.js"
import { lanesOf } from "./lane.js"
import { pageWork } from "./page-work.js"
import { paintingWith } from "./painting.js"
import { routes } from "./routes.js"
import { writingWith } from "./writing.js"

const tokens = z.number().int().min(0).max(1_000_000_000)

/** Plugin of text models and painters: what all providers share. Providers are plugins of their own. */
export default definePlugin({
  id: "models",
  config: z.strictObject({
    default: z
      .string()
      .optional()
      .describe("The provider that writes where nobody names one. Default: the first with a key."),
    painter: z.string().optional().describe("The provider that paints where nobody names one."),
    budget: z
      .strictObject({
        perDay: tokens.default(200_000).describe("Tokens a day (UTC) that the operator's keys may cost."),
        perPerson: tokens.default(50_000).describe("Tokens a day that one person may cost of them."),
      })
      .prefault({}),
    allow: allow
      .prefault({})
      .describe("By provider: models that may be asked at the operator's expense beside its own, or any."),
    atOnce: z
      .number()
      .int()
      .min(1)
      .max(32)
      .default(4)
      .describe("Calls of texts at once, and as many of pictures; of one person at most half of them."),
  }),
  opens: [MODELS, PAINTERS],
  needs: {
    models: MODELS,
    painters: PAINTERS,
    fetch: FETCH,
    clock: CLOCK,
    log: LOG,
    store: STORE,
    secrets: SECRETS,
    accounts: ACCOUNTS,
    observers: OBSERVERS,
    counters: COUNTERS,
  },
  provides: [WRITING, PAINTING, PAGE_WORK],
  commands: [{ name: "models", summary: "list and try text models and painters", load: () => import("./commands.js") }],
  setup: ({ models, painters, fetch, clock, log, store, secrets, accounts, observers, counters }, config) => {
    const limits = { server: config.budget.perDay, person: config.budget.perPerson }
    const budget = budgetIn(store, clock, limits)
    const choices = new Choices(store, secrets, config.allow)
    const notify = notifier(observers, log, "model")
    const means = { fetch, clock, log, budget, choices, lanes: lanesOf(config.atOnce), notify }
    const writing = writingWith(means, models, config.default)
    const painting = paintingWith(means, painters, config.painter)
    return [
      provide(WRITING, writing),
      provide(PAINTING, painting),
      provide(PAGE_WORK, pageWork(clock, counters)),
      ROUTES.of(...routes({ models, painters, writing, painting, choices, budget, limits, accounts })),
      OBSERVERS.of({ id: "models", sweepPeople: (isThere) => choices.sweep(isThere) }),
    ]
  },
})
