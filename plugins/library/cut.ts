/** Characters of a text, and entries of a list, that are tried one after the other until content is short enough. */
const STEPS = [4_000, 2_000, 1_000, 500, 200, 100, 50, 20, 5, 1]

/** Content whose JSON has at most so many bytes: of what is longer its texts and lists are cut. Numbers, names and the order stay. */
export function cutTo(data: unknown, maxBytes: number): unknown {
  if (bytesOf(data) <= maxBytes) return data
  for (const step of STEPS) {
    const shorter = cut(data, step)
    if (bytesOf(shorter) <= maxBytes) return shorter
  }
  return {}
}

function cut(value: unknown, most: number): unknown {
  if (typeof value === "string") return value.length <= most ? value : `${value.slice(0, most).toWellFormed()}…`
  if (Array.isArray(value)) return value.slice(0, most).map((each) => cut(each, most))
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each, most)]))
  return value
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "")
}
