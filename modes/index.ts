import { definePlugin, FILES, LOAD, onReady } from "platen/sdk"
import { BUNDLED_PICTURES } from "platen/sdk/drawing"
import { COMPILE, MODES, READ_DEFINITION } from "platen/sdk/mode"
import type { Files } from "platen/sdk"
import type { BundledPicture } from "platen/sdk/drawing"
import type { Mode } from "platen/sdk/mode"

/** The folder of the JSON specs in the sources: the build does not copy them. */
const SPECS = new URL("../../modes/", import.meta.url)
const PICTURE = /\.(jpg|png)$/
const DEFINITION = /^mode\.(json|ya?ml)$/
const CODE = new URL("./", import.meta.url)
type Read = NonNullable<(typeof READ_DEFINITION)["service"]>

/** The built-in modes: every *.json in this folder, and every folder with a mode.json or a mode.ts, with the pictures in those folders. */
export default definePlugin({
  id: "modes",
  needs: { files: FILES, compile: COMPILE, read: READ_DEFINITION, load: LOAD },
  setup: async ({ files, compile, read, load }) => {
    const modes = async (): Promise<Mode[]> => {
      const specs = await definitionsIn(files)
      const folders = (await files.list(CODE)).filter((name) => name.endsWith("/"))
      return Promise.all([
        ...specs.map(async (name) => compile(await definitionOf(files, read, name), { isProven: true })),
        ...folders
          .filter((name) => !specs.includes(name))
          .map(async (name) => ((await import(new URL(`${name}mode.js`, CODE).href)) as { default: Mode }).default),
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

/** What holds definitions: "air.json", and "moon/" with mode.json in it. */
async function definitionsIn(files: Files): Promise<readonly string[]> {
  const names = await files.list(SPECS)
  const isFolder = await Promise.all(
    names.map(
      async (name) =>
        name.endsWith("/") && (await files.list(new URL(name, SPECS))).some((each) => DEFINITION.test(each)),
    ),
  )
  return names.filter((name, i) => (/\.(json|ya?ml)$/.test(name) && name !== "tsconfig.json") || isFolder[i])
}

/** Definitions by where they are, and by what read them: a second server in this process reads none again. */
const known = new WeakMap<Files, Map<string, unknown>>()

/** Frozen, so that whoever compiles it knows it again. */
async function definitionOf(files: Files, read: Read, name: string): Promise<unknown> {
  const definitions = known.get(files) ?? new Map<string, unknown>()
  known.set(files, definitions)
  if (!definitions.has(name)) definitions.set(name, Object.freeze((await read(new URL(name, SPECS), files)).definition))
  return definitions.get(name)
}
