import { readFileSync } from "node:fs"

const root = new URL("../../", import.meta.url)

/** A file of the repository; in a page, the cells of tables have one space round them, however wide their columns are set. */
export function pageText(name: string): string {
  const text = readFileSync(new URL(name, root), "utf8")
  return name.endsWith(".md") ? text.replaceAll(/^\|.*$/gm, (row) => row.replaceAll(/ +/g, " ")) : text
}
