import { parseArgs } from "node:util"
import { BadInput, defineCommand, PlatenError } from "platen/sdk"
import { MODELS, PAINTERS, WRITING } from "platen/sdk/models"
import type { Painter, TextModel } from "platen/sdk/models"
import { TRIAL } from "./trial.js"

const help = `platen models
platen models try [PROVIDER] [--model NAME]

Lists the text models and painters of platen.yaml, and whether each has a key. try asks one for a few words: by
default that which is asked where nobody names one. It costs as any other call.

Example: platen models try local
`

export default defineCommand({
  help,
  data: "server",
  needs: { models: MODELS, painters: PAINTERS, writing: WRITING },
  run: async (args, terminal, services) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { model: { type: "string" } },
    })
    const [action, provider, ...more] = positionals
    if (
      more.length > 0 ||
      (action !== undefined && action !== "try") ||
      (action === undefined && values.model !== undefined)
    )
      throw new BadInput("write platen models, or platen models try PROVIDER; platen models --help explains them.")
    const { models, painters, writing } = await services()
    if (action === undefined) {
      terminal.out([...listed("Text models", models.list()), "", ...listed("Painters", painters.list()), ""].join("\n"))
      return 0
    }
    const wanted = {
      ...(provider !== undefined && { provider }),
      ...(values.model !== undefined && { model: values.model }),
    }
    try {
      const { value, usage } = await writing.write({
        user: undefined,
        wanted,
        ...TRIAL,
      })
      terminal.out(`${usage.provider}/${usage.model}: ${value.words} (${usage.tokensIn + usage.tokensOut} tokens)\n`)
      return 0
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error
      terminal.error(`platen models: ${error.message}\n`)
      return 1
    }
  },
})

function listed(title: string, providers: readonly (TextModel | Painter)[]): readonly string[] {
  if (providers.length === 0) return [`${title}: none`]
  const rows = providers.map(({ id, model, isKeyed, key, takesAddress }) => {
    const state = takesAddress
      ? "for addresses of people"
      : !isKeyed
        ? "needs no key"
        : key === undefined
          ? "for keys of people"
          : "has a key"
    return `  ${id.padEnd(16)} ${(model || "-").padEnd(28)} ${state}`
  })
  return [`${title}:`, ...rows]
}
