import { definePlugin, LOG, SERVICE, STORE, z } from "platen/sdk"
import { CODECS, PANELS, RASTERIZER } from "platen/sdk/drawing"
import { AREAS, ROUTES } from "platen/sdk/http"
import { CONFINE, DRAW, MODES, SOURCES } from "platen/sdk/mode"
import { MODE_FORMAT, WRITING } from "platen/sdk/models"
import { generate } from "./generation.js"
import type { Generated, Wish } from "./generation.js"
import { generateRoute } from "./routes.js"
import { freeSources, tried } from "./trial.js"

/** Who had what written, and what it cost: rows that are kept for the operator. The wish itself is not in them. */
const audit = z.strictObject({
  user: z.string().optional(),
  provider: z.string().optional(),
  model: z.string().optional(),
  calls: z.number(),
  tokens: z.number(),
  mode: z.string().optional(),
  code: z.string().optional(),
})
const KEPT_ROWS = 1_000

/** Plugin that has a text model write modes. */
export default definePlugin({
  id: "mode-generator",
  needs: {
    writing: WRITING,
    format: MODE_FORMAT,
    modes: MODES,
    sources: SOURCES,
    confine: CONFINE,
    draw: DRAW,
    rasterizer: RASTERIZER,
    panels: PANELS,
    codecs: CODECS,
    service: SERVICE,
    areas: AREAS,
    store: STORE,
    log: LOG,
  },
  setup: ({ writing, format, modes, store, log, ...needs }) => {
    const rows = store.journal("generations", audit, { keep: KEPT_ROWS })
    const generated = async (wish: Wish): Promise<Generated> => {
      const result = await generate(wish, {
        writing,
        modes,
        format: () => format(freeSources(needs.sources)),
        tried: (definition, signal) => tried(definition, signal, needs),
      })
      const { usage, definition, code } = result
      const row = {
        ...(wish.user !== undefined && { user: wish.user }),
        ...(usage && { provider: usage.provider, model: usage.model }),
        calls: usage?.calls ?? 0,
        tokens: (usage?.tokensIn ?? 0) + (usage?.tokensOut ?? 0),
        ...(definition && { mode: String(definition.id) }),
        ...(code !== undefined && { code }),
      }
      await rows.append("all", row)
      log.info(row, "mode.generated")
      return result
    }
    return [ROUTES.of(generateRoute(generated, log))]
  },
})
