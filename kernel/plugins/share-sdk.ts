import { readFileSync } from "node:fs"
import { register } from "node:module"

/** dist/, two levels above this file. */
const ROOT = new URL("../../", import.meta.url)
let shared = false

/** Resolves "platen/sdk" in external plugins to this server's copy, so that all share one zod and one set of tokens. */
export function shareSdk(): void {
  if (shared) return
  shared = true
  const { exports } = JSON.parse(readFileSync(new URL("../package.json", ROOT), "utf8")) as {
    readonly exports: Readonly<Record<string, string | { readonly default: string }>>
  }
  const own = Object.entries(exports).flatMap(([name, file]) =>
    typeof file === "string" ? [] : [[`platen${name.slice(1)}`, new URL(`../${file.default}`, ROOT).href] as const],
  )
  register("./resolve-hook.js", import.meta.url, { data: Object.fromEntries(own) })
}

/** Arguments of Node with which a child process shares the SDK as this process does: modules of external plugins run there, too. */
export const sharingSdk = (): readonly string[] =>
  shared ? ["--import", new URL("./share-sdk-here.js", import.meta.url).href] : []
