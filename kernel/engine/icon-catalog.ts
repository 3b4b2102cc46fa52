import type { Catalog } from "platen/sdk"
import type { IconCatalog, IconSet } from "platen/sdk/drawing"

/** Catalog of icon names over all contributed icon sets. */
export function iconCatalog(all: Catalog<IconSet>): IconCatalog {
  let known: ReadonlySet<string> | undefined
  const names = (): ReadonlySet<string> =>
    (known ??= new Set(
      all
        .list()
        .flatMap(({ outlines, bitmaps }) => [
          ...Object.keys(outlines?.glyphs ?? {}),
          ...Object.keys(bitmaps ?? {}).map((key) => key.slice(0, key.lastIndexOf("@"))),
        ])
        .sort(),
    ))
  return { ...all, has: (name) => names().has(name), names: () => [...names()] }
}
