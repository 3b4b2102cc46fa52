import { definePlugin, provide } from "platen/sdk"
import { ICONS, NODES } from "platen/sdk/drawing"
import { COMPILE, CONFINE, READ_DEFINITION, SANDBOX, SOURCES } from "platen/sdk/mode"
import { MODE_FORMAT } from "platen/sdk/models"
import { compile } from "./compile.js"
import { confineBy } from "./confine.js"
import { readDefinition } from "./definition-files.js"
import { FORMAT_EXAMPLES } from "./format-examples.js"
import { formatText } from "./format-text.js"
import type { Catalogs } from "./read.js"
import { nodeSchema } from "./spec-nodes.js"

/** Modes as data: compiles JSON specs. The operator's specs run in this process, users' specs in the sandbox. */
export default definePlugin({
  id: "modes-json",
  needs: { sources: SOURCES, icons: ICONS, nodes: NODES, sandbox: SANDBOX },
  provides: [COMPILE, CONFINE, READ_DEFINITION, MODE_FORMAT],
  setup: ({ sources, icons, nodes, sandbox }) => {
    let schema: ReturnType<typeof nodeSchema> | undefined
    const catalogs: Catalogs = {
      schema: () => (schema ??= nodeSchema(nodes.list())),
      kinds: () => nodes.list(),
      source: (name) => sources.get(name),
      sourceNames: () => sources.list().map(({ name }) => name),
      hasIcon: (name) => icons.has(name),
      iconNames: () => icons.names(),
    }
    return [
      provide(COMPILE, (spec, options) => compile(spec, catalogs, options)),
      provide(CONFINE, confineBy(sandbox, catalogs)),
      provide(READ_DEFINITION, readDefinition),
      provide(MODE_FORMAT, (names) => {
        const known = sources.list().filter(({ name }) => names.includes(name))
        return formatText({ kinds: nodes.list(), sources: known, icons: icons.names() }, FORMAT_EXAMPLES)
      }),
    ]
  },
})
