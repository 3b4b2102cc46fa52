/** The JSON object in an answer: the whole of it, what a code fence holds, or what stands from the first brace to the last. Undefined where there is none. */
export function jsonIn(text: string): unknown {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1]
  const [from, to] = [text.indexOf("{"), text.lastIndexOf("}")]
  const braced = from === -1 || to < from ? undefined : text.slice(from, to + 1)
  for (const candidate of [text, fenced, braced]) {
    if (candidate === undefined) continue
    try {
      const value: unknown = JSON.parse(candidate)
      if (typeof value === "object" && value !== null) return value
    } catch {
      // The next candidate may be one.
    }
  }
  return undefined
}
