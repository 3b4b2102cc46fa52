/** Maximum characters of a text and entries of a list, tried in this order until the content is short enough. */
const STEPS = [4_000, 2_000, 1_000, 500, 200, 100, 50, 20, 5, 1]

/** Content cut to at most `maxBytes` of JSON. Texts and lists are shortened; numbers, keys and the order stay. */
export function cutTo(data: unknown, maxBytes: number): unknown {
  if (bytesOf(data) <= maxBytes) return data
  for (const step of STEPS) {
    const shorter = cut(data, step)
    if (bytesOf(shorter) <= maxBytes) return shorter
  }
  return {}
}

function cut(value: unknown, max: number): unknown {
  if (typeof value === "string") return value.length <= max ? value : `${value.slice(0, max).toWellFormed()}…`
  if (Array.isArray(value)) return value.slice(0, max).map((each) => cut(each, max))
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each, max)]))
  return value
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "")
}
