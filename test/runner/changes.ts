import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const ROOT = fileURLToPath(new URL("../../../", import.meta.url))
/** The commit at which all tests were green: of the work tree when it had changes then. Not committed. */
const GREEN = new URL("../../../build/green", import.meta.url)

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim()
}

/** Paths from the root of files that differ from a commit, new ones among them. Throws Error for what is no commit. */
export function changedSince(commit: string): readonly string[] {
  const lines = [git("diff", "--name-only", commit, "--"), git("ls-files", "--others", "--exclude-standard")]
  return lines.flatMap((text) => text.split("\n").filter(Boolean))
}

/** The commit at which all were green; undefined when that is not known. */
export function greenState(): string | undefined {
  if (!existsSync(GREEN)) return undefined
  const commit = readFileSync(GREEN, "utf8").trim()
  try {
    git("cat-file", "-e", `${commit}^{commit}`)
    return commit
  } catch {
    return undefined
  }
}

/** Remembers that all are green now. Without a repository there is nothing to remember. */
export function keepGreen(): void {
  try {
    const commit = git("stash", "create") || git("rev-parse", "HEAD")
    mkdirSync(new URL("./", GREEN), { recursive: true })
    writeFileSync(GREEN, `${commit}\n`)
  } catch {
    /* an archive without a history */
  }
}
