import type { Source } from "platen/sdk/mode"
import { nearest, oneOf } from "./nearest.js"
import { RESERVED } from "./reserved.js"
import type { Report } from "./faults.js"
import type { Catalogs } from "./read.js"
import type { ModeSpec } from "./spec.js"

/** The sources of a spec by their variables. Reports those that there are not, and variables whose names are taken. */
export function checkedSources({ content, fields }: ModeSpec, catalogs: Catalogs, report: Report): Map<string, Source> {
  const { source, sources = {} } = content
  if (source && content.sources)
    report("content.sources", 'write either "source", whose answer has the fields, or "sources"')
  const found = new Map<string, Source>()
  for (const [variable, { name }] of Object.entries(sources)) {
    if (RESERVED.has(variable) || Object.hasOwn(fields, variable))
      report(
        `content.sources.${variable}`,
        `"${variable}" is ${RESERVED.has(variable) ? "a reserved name" : "a field"}: rename the variable`,
      )
    const known = catalogs.source(name)
    if (known) found.set(variable, known)
    else reportSource(name, `content.sources.${variable}.name`, catalogs, report)
  }
  return found
}

/** Reports a source that there is not. */
export function reportSource(name: string, path: string, { sourceNames }: Catalogs, report: Report): void {
  const near = nearest(name, sourceNames())
  report(
    path,
    `there is no source "${name}": ${near.length > 0 ? `use ${oneOf(near)}, or ` : ""}enable the plugin that provides it; \`platen plugins --sources\` lists the available sources`,
  )
}
