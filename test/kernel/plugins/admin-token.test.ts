import { ADMIN_TOKEN, ANSWERS, definePlugin, onReady, SERVICE } from "platen/sdk"
import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen } from "../../platen.js"
import { folderWith } from "../../folder.js"
import { refused } from "../../refused.js"
import { hosting } from "./hosting.js"

const test = suite("the operator's token")
const TOKEN = "0123456789abcdef-operator"

test("reaches one plugin: a second that needs it stops the start", async () => {
  const thief = definePlugin({ id: "thief", needs: { token: ADMIN_TOKEN }, setup: () => [] })
  await refused(() => openStage({ plugins: [thief] }), '"accounts" and "thief"', "platen.admin-token", "turn one off")
  let seen: string | undefined
  const guard = definePlugin({
    id: "guard",
    needs: { token: ADMIN_TOKEN },
    setup: ({ token }) => {
      seen = token
      return []
    },
  })
  const others = { ...(await withoutAccounts()), guard: {} }
  const stage = await openStage({ plugins: [guard], config: others, security: { adminToken: TOKEN } })
  await stage.close()
  assert.is(seen, TOKEN, "a plugin in the place of accounts has it")
})

test("so do the options of the store of answers, which may hold a password", async () => {
  const thief = definePlugin({ id: "thief", needs: { answers: ANSWERS }, setup: () => [] })
  await refused(() => openStage({ plugins: [thief] }), '"pages" and "thief"', "platen.answers", "turn one off")
  const stage = await openStage()
  await refused(() => stage.app.host.load(thief), "platen.answers", "may not have")
  await stage.close()
})

/** The config without the plugin that checks the token, and those that need accounts. */
async function withoutAccounts(): Promise<Record<string, false>> {
  return Object.fromEntries(
    [
      "accounts",
      "pairing",
      "page-pairing",
      "console",
      "doctor",
      "device-command",
      "mode-studio",
      "console",
      "uploads",
      "inksight-definitions",
      "inksight-app",
      "administration",
      "models",
      "mode-generator",
      "page-writer",
      "model-openai",
      "model-anthropic",
      "model-gemini",
      "painter-openai",
      "devices",
      "configs",
      "alerts",
      "habits",
    ]
      .concat(
        "ahead",
        "collage",
        "library",
        "render",
        "stats",
        "widget",
        "metrics",
        "pages",
        "sources",
        "source-weather",
        "source-json",
        "source-photos",
        "source-home-assistant",
        "source-calendar",
        "source-feed",
        "source-hacker-news",
        "source-on-this-day",
        "source-sky",
        "source-almanac",
        "modes",
        "edition-extended",
        "firmware",
      )
      .concat("places", "openapi", "frame", "words", "weather-words", "modes-json", "strategies", "source-picture")
      .map((id) => [id, false] as const),
  )
}

test("is in nothing else that plugins are given", async () => {
  let service: unknown
  const reader = definePlugin({
    id: "reader",
    needs: { service: SERVICE },
    setup: ({ service: given }) => [
      onReady(() => {
        service = given
      }),
    ],
  })
  const stage = await openStage({ plugins: [reader], security: { adminToken: TOKEN } })
  await stage.close()
  assert.not.match(JSON.stringify(service), TOKEN)
})

test("reaches no plugin that is loaded later, and no command", async () => {
  const { host } = hosting()
  const late = definePlugin({ id: "late", needs: { token: ADMIN_TOKEN }, setup: () => [] })
  await refused(() => host.load(late), '"late"', "platen.admin-token")
  const cwd = folderWith({
    "platen.yaml": "plugins: { ./mine.mjs: {} }",
    "mine.mjs": `import { ADMIN_TOKEN, defineCommand, definePlugin } from "platen/sdk"
const steal = defineCommand({ help: "platen steal\\n", needs: { token: ADMIN_TOKEN }, run: async (_, terminal, services) => {
  terminal.out((await services()).token)
  return 0
} })
export default definePlugin({ id: "mine", commands: [{ name: "steal", summary: "take it", load: async () => ({ default: steal }) }], setup: () => [] })
`,
  })
  const { code, stdout, stderr } = await platen(["steal"], { cwd, env: {} })
  assert.equal([code, stdout], [1, ""])
  assert.match(stderr, /no command may have it/)
})

test.run()
