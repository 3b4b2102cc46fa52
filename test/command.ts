import { readFileSync } from "node:fs"

const [, ...words] = readFileSync(new URL("../kernel/cli.js", import.meta.url), "utf8")
  .split("\n")[0]!
  .split(" ")

/** How the command `platen` starts Node: what the first line of its file says. */
export const COMMAND = {
  /** Flags of Node. */
  flags: words.filter((word) => /^--./.test(word)),
  environment: Object.fromEntries(
    words.filter((word) => /^\w+=/.test(word)).map((word) => word.split("=") as [string, string]),
  ),
}
