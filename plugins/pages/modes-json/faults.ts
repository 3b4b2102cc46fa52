import { Invalid } from "platen/sdk"
import type { Issue } from "platen/sdk"

/** Reports a fault. `path`: dotted path in the spec. */
export type Report = (path: string, message: string) => void

/** Bounds of the reported faults, their paths and messages (characters): a short spec can hold thousands of faults. */
export const MAX_ISSUES = 50
const MAX_PATH = 200
const MAX_MESSAGE = 400

/** A list of faults without duplicates, at most MAX_ISSUES long. */
export function issueList(): { readonly issues: Issue[]; readonly report: Report } {
  const issues: Issue[] = []
  return {
    issues,
    report: (path, message) => {
      if (issues.length < MAX_ISSUES && !issues.some((issue) => issue.path === path && issue.message === message))
        issues.push({ path, message })
    },
  }
}

/** The error for a spec that does not compile. */
export function faults(
  id: string,
  found: readonly Issue[],
  { code }: { readonly code: string } = { code: "mode-invalid" },
): Invalid {
  const issues = found.map(({ path, message }) => ({
    path: path.slice(0, MAX_PATH),
    message: message.slice(0, MAX_MESSAGE),
  }))
  const [first] = issues
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ""
  return new Invalid(`Mode ${id} does not compile: ${first?.path || "the spec"}: ${first?.message}${more}.`, {
    code,
    issues,
  })
}
