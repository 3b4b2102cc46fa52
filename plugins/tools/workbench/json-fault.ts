/** A syntax error in a JSON text. */
export interface JsonFault {
  /** Position in UTF-16 code units. */
  readonly offset: number
  /** Fault and remedy, without a full stop. */
  readonly message: string
}

const SPACE = /[ \t\r\n]*/y
const TOKEN =
  /[{}[\]:,]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

/** Expected token. "first" is a value or the end of an empty list, "first key" a key or the end of an empty object. */
type Next = "value" | "first" | "key" | "first key" | "colon" | "comma" | "end"

/** The first syntax error of a JSON text; undefined when it is valid. Source: RFC 8259. */
export function jsonFault(text: string): JsonFault | undefined {
  const open: ("{" | "[")[] = []
  let [next, offset, comma]: [Next, number, number] = ["value", 0, 0]
  for (;;) {
    offset += matched(SPACE, text, offset).length
    const token = matched(TOKEN, text, offset)
    if (next === "end" && offset === text.length) return undefined
    const after: Next | undefined = token === "" ? undefined : step(next, token, open)
    if (after === undefined) {
      const trailing = /^[}\]]$/.test(token) && (next === "value" || next === "key") && text[comma] === ","
      return trailing
        ? { offset: comma, message: `remove this comma: nothing follows it before ${token}` }
        : { offset, message: messageAt(text, offset, next, open) }
    }
    if (token === ",") comma = offset
    ;[next, offset] = [after, offset + token.length]
  }
}

function matched(pattern: RegExp, text: string, offset: number): string {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0] ?? ""
}

/** Next expected token; undefined when `token` is not allowed here. Updates `open`, the stack of open brackets. */
function step(next: Next, token: string, open: ("{" | "[")[]): Next | undefined {
  const within = open.at(-1)
  const closes = token === (within === "{" ? "}" : within === "[" ? "]" : undefined)
  if (closes && (next === "comma" || next.startsWith("first"))) {
    open.pop()
    return open.length > 0 ? "comma" : "end"
  }
  if (next === "comma" && token === ",") return within === "{" ? "key" : "value"
  if (next === "colon" && token === ":") return "value"
  if (next === "key" || next === "first key") return token.startsWith('"') ? "colon" : undefined
  if (next !== "value" && next !== "first") return undefined
  if (token === "{" || token === "[") {
    open.push(token)
    return token === "{" ? "first key" : "first"
  }
  return /^[}\]:,]/.test(token) ? undefined : within ? "comma" : "end"
}

const WANTED: Readonly<Record<Next, string>> = {
  value: "a value must stand here: text in double quotes, a number, true, false, null, a list or an object",
  first: "a value or ] must stand here",
  key: "a key in double quotes must stand here",
  "first key": "a key in double quotes or } must stand here",
  colon: "a colon is missing before this",
  comma: "a comma is missing before this",
  end: "the mode has ended before this: remove the rest",
}

function messageAt(text: string, offset: number, next: Next, open: readonly ("{" | "[")[]): string {
  if (text.trim() === "") return "the file is empty: write a mode into it"
  if (offset === text.length)
    return `the file ends too early: close what is open with ${open
      .toReversed()
      .map((bracket) => (bracket === "{" ? "}" : "]"))
      .join("")}`
  const char = text[offset]!
  if (char === "'") return "texts and keys stand in double quotes"
  if (char === "/" || char === "#") return "JSON has no comments: remove this one"
  if (char === "\ufeff") return "the file begins with a byte order mark: save it as UTF-8 without one"
  if (char === '"' && matched(TOKEN, text, offset) === "")
    return "this text is not closed on its line, or holds a backslash that JSON does not know: write \\\\ for a backslash and \\n for a new line"
  if (open.length > 0 && /[}\]]/.test(char) && next === "comma")
    return `${open.at(-1) === "{" ? "}" : "]"} must stand here, not ${char}`
  return WANTED[next]
}
