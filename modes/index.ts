import { definePlugin, FILES, LOAD, SetupError, onReady } from "platen/sdk"
import { BUNDLED_PICTURES } from "platen/sdk/drawing"
import { COMPILE, MODES } from "platen/sdk/mode"
import type { Files } from "platen/sdk"
import type { BundledPicture } from "platen/sdk/drawing"
import type { Mode } from "platen/sdk/mode"

/** The folder of the JSON specs in the sources: the build does not copy them. */
const SPECS = new URL("../../modes/", import.meta.url)
const PICTURE = /\.(jpg|png)$/
const CODE = new URL("./", import.meta.url)

/** The built-in modes: every *.json in this folder and every folder with a mode.ts, with the pictures in those folders. */
export default definePlugin({
  id: "modes",
  needs: { files: FILES, compile: COMPILE, load: LOAD },
  setup: async ({ files, compile, load }) => {
    const modes = async (): Promise<Mode[]> => {
      const specs = (await files.list(SPECS)).filter((name) => name.endsWith(".json") && name !== "tsconfig.json")
      const folders = (await files.list(CODE)).filter((name) => name.endsWith("/"))
      return Promise.all([
        ...specs.map(async (name) => compile(parsed(await files.text(new URL(name, SPECS)), name))),
        ...folders.map(
          async (name) => ((await import(new URL(`${name}mode.js`, CODE).href)) as { default: Mode }).default,
        ),
      ])
    }
    return [
      BUNDLED_PICTURES.of(...(await picturesIn(files))),
      onReady(async () => {
        for (const mode of await modes())
          await load(
            definePlugin({
              id: `mode-${mode.id.toLowerCase().replaceAll("_", "-")}`,
              setup: () => [MODES.of(mode)],
            }),
          )
      }),
    ]
  },
})

/** The bundled pictures. The id of modes/my-mode/harbour.jpg is "my-mode/harbour". */
async function picturesIn(files: Files): Promise<BundledPicture[]> {
  const folders = (await files.list(SPECS)).filter((name) => name.endsWith("/"))
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await files.list(new URL(folder, SPECS)))
        .filter((name) => PICTURE.test(name))
        .map((name) => ({ id: folder + name.replace(PICTURE, ""), file: new URL(folder + name, SPECS) })),
    ),
  )
  return found.flat()
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SetupError(`The mode file ${name} is not valid JSON: ${(cause as Error).message}.`, { cause })
  }
}
