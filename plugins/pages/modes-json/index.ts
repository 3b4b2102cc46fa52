import { definePlugin, provide } from "platen/sdk"
import { ICONS, NODES } from "platen/sdk/drawing"
import { COMPILE, CONFINE, READ_DEFINITION, SANDBOX, SOURCES } from "platen/sdk/mode"
import { compile } from "./compile.js"
import { confineBy } from "./confine.js"
import { readDefinition } from "./definition-files.js"
import type { Catalogs } from "./read.js"
import { nodeSchema } from "./spec-nodes.js"

/** Modes as data: compiles JSON specs. The operator's specs run in this process, users' specs in the sandbox. */
export default definePlugin({
  id: "modes-json",
  needs: { sources: SOURCES, icons: ICONS, nodes: NODES, sandbox: SANDBOX },
  provides: [COMPILE, CONFINE, READ_DEFINITION],
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
    ]
  },
})
