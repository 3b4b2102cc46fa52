import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as assert from "uvu/assert"

/** Compares a text with a file of this folder; UPDATE=1 writes it. */
export function fixture(name: string, text: string): void {
  const file = fileURLToPath(new URL(`../../../../../test/plugins/inksight/definitions/${name}`, import.meta.url))
  if (process.env.UPDATE === "1") writeFileSync(file, `${text}\n`)
  assert.ok(existsSync(file), `UPDATE=1 writes ${name}`)
  assert.is(`${text}\n`, readFileSync(file, "utf8"))
}
