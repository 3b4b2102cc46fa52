import type { Type, Words } from "platen/sdk/drawing"
import { familyOf, lineHeight, rolePx, scriptOf } from "../text/type-scale.js"
import { spendParagraph } from "./budget.js"
import type { SceneEnv } from "./env.js"
import { shortened } from "./fit.js"

/** Sets words for the nodes of plugins. */
export function typeOf(env: SceneEnv): Type {
  const { screen, typesetter, language, budget } = env
  return {
    unit: screen.unit,
    language,
    px: (role, words = "") => rolePx(role, scriptOf(words), screen),
    set: (words, { role = "body", px, width = Infinity, lines = 1, leading, align = "start", ...look }): Words => {
      spendParagraph(budget)
      const script = scriptOf(words)
      const size = px ?? rolePx(role, script, screen)
      return typesetter.block(shortened(words, size, screen), {
        style: {
          family: look.family ?? familyOf(role),
          weight: look.weight ?? "regular",
          slant: look.slant,
          px: size,
          language: look.language ?? language,
          tabular: look.tabular ?? false,
          tracking: look.tracking === undefined ? undefined : Math.round(look.tracking * size * 64),
          features: look.features,
        },
        width,
        lines,
        lineHeight: lineHeight(size, script, leading),
        balance: false,
        align,
        mark: "ellipsis",
        trim: look.trim ?? "line",
      })
    },
  }
}
