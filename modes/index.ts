import { COMPILE, definePlugin, FILES, LOAD, SetupError } from "platen/sdk"
import type { Mode } from "platen/sdk"

/** Beside the sources: specs are data and are not built. */
const SPECS = new URL("../../modes/", import.meta.url)
const CODE = new URL("./", import.meta.url)

/** The built-in modes: every *.json here, and every folder with a mode.ts. */
export default definePlugin({
  id: "modes",
  needs: { files: FILES, compile: COMPILE, load: LOAD },
  setup: ({ files, compile, load }) => {
    const modes = async (): Promise<Mode[]> => {
      const specs = (await files.list(SPECS)).filter((name) => name.endsWith(".json") && name !== "tsconfig.json")
      const folders = (await files.list(CODE)).filter((name) => name.endsWith("/"))
      return Promise.all([
        ...specs.map(async (name) => compile(parsed(await files.text(new URL(name, SPECS)), name))),
        ...folders.map(async (name) => ((await import(new URL(`${name}mode.js`, CODE).href)) as { default: Mode }).default),
      ])
    }
    return {
      ready: async () => {
        for (const mode of await modes()) await load(definePlugin({ id: `mode-${mode.id.toLowerCase().replaceAll("_", "-")}`, setup: () => ({ modes: [mode] }) }))
      },
    }
  },
})

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SetupError(`The mode file ${name} is not JSON: ${(cause as Error).message}.`, { cause })
  }
}
