// Makes docs/sdk.md and docs/sdk/*.md, a page a sub-path, from the docstrings of sdk/: `node docs/make-sdk.mjs`.
// Reads the sources line by line as oxfmt sets them: whatever belongs to a declaration is indented, or begins with a closing bracket.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { pathToFileURL } from "node:url"

const ROOT = new URL("../", import.meta.url)
const SUB_PATHS = [
  "",
  "mode",
  "http",
  "device",
  "drawing",
  "sources",
  "models",
  "screens-file",
  "doctor",
  "servers",
  "kit",
]
const read = (file) => readFileSync(new URL(file, ROOT), "utf8")

const MADE = "`node docs/make-sdk.mjs` makes this page from the docstrings in `sdk/`. Change it there.\n"

/** Every export, by the sub-path that has it: `{ path: "platen/sdk/mode", about, exports: [{ name, kind, signature, doc, file, isExported }] }`. */
export function sdkExports() {
  return SUB_PATHS.map((sub) => {
    const folder = sub === "" ? "sdk" : `sdk/${sub}`
    const index = read(`${folder}/index.ts`)
    const files = [...index.matchAll(/^export \* from "(?:\.\/(.+)|\.\.\/(.+))\.js"$/gm)].map(([, own, other]) =>
      other ? `sdk/${other}.ts` : `${folder}/${own}.ts`,
    )
    return {
      path: ["platen/sdk", sub].filter(Boolean).join("/"),
      about: /^\/\/ (.+)$/m.exec(index)?.[1] ?? "",
      exports: files.flatMap(exportsOf).sort(byName),
    }
  })
}

/** The pages by their paths: docs/sdk.md has `platen/sdk` and leads to the others. */
export function sdkPages() {
  const [main, ...others] = sdkExports()
  const pageOf = ({ path }) => `${path.slice("platen/".length)}.md`
  const contents = others.map(
    (each) => `| [\`${each.path}\`](${pageOf(each)}) | ${each.about.replace(/\.$/, "")} | ${each.exports.length} |`,
  )
  const introduction = `# The SDK

These pages list every export of \`platen/sdk\` and of its sub-paths: its name, its kind, its declaration without bodies, and its docstring. [Writing plugins](writing-plugins.md) explains how they work together.

| sub-path | what it has | exports |
| -------- | ----------- | ------- |
${contents.join("\n")}
`
  return {
    "docs/sdk.md": `${introduction}\n${MADE}\n## ${main.path}\n\n${main.about}\n\n${main.exports.map(entry).join("\n")}`,
    ...Object.fromEntries(
      others.map((each) => [
        `docs/${pageOf(each)}`,
        `# ${each.path}\n\n${each.about} [The SDK](../sdk.md) lists the other sub-paths.\n\n${MADE}\n${each.exports.map(entry).join("\n")}`,
      ]),
    ),
  }
}

const byName = (a, b) => a.name.localeCompare(b.name, "en", { sensitivity: "base" }) || (a.name < b.name ? -1 : 1)

function entry({ name, kind, signature, doc, isExported }) {
  const title = isExported ? kind : `${kind}, not exported`
  return `### ${name}\n\n_${title}_\n\n${doc === "" ? "" : `${escaped(doc)}\n\n`}\`\`\`ts\n${signature}\n\`\`\`\n`
}

/** Markdown's own marks outside of code are plain text. */
const escaped = (doc) =>
  doc
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replaceAll(/[*_[\]<>|\\]/g, String.raw`\$&`)))
    .join("")

/** The exports of a file, and the types and schemas that they name and that are not exported. */
function exportsOf(file) {
  const all = merged(declarations(read(file)).map((each) => ({ ...described(each), file })))
  const exported = all.filter(({ isExported }) => isExported)
  const isNamed = (name) =>
    exported.some(({ signature }) => new RegExp(`\\b${name}\\b`).test(signature.replaceAll(/\/\*\*.*?\*\//gs, "")))
  return [...exported, ...all.filter(({ isExported, isShape, name }) => !isExported && isShape && isNamed(name))]
}

/** Top-level declarations: `{ lines, doc }`. */
function declarations(text) {
  const lines = text.split("\n")
  const found = []
  for (let i = 0; i < lines.length; i++) {
    if (!/^(export )?(declare )?(abstract )?(async )?(interface|type|class|function|const|\{)/.test(lines[i])) continue
    const end = endOf(lines, i, "")
    found.push({ lines: lines.slice(i, end), doc: docAbove(lines, i) })
    i = end - 1
  }
  return found
}

/** The line behind a declaration whose first line is `start`. */
function endOf(lines, start, indent) {
  const inside = new RegExp(`^${indent}(\\s|[})\\]>])`)
  let end = start + 1
  for (let i = end; i < lines.length && (lines[i] === "" || inside.test(lines[i])); i++)
    if (lines[i] !== "") end = i + 1
  return end
}

/** The docstring that ends above a line, without its marks; "" for none. */
function docAbove(lines, at) {
  if (!lines[at - 1]?.trim().endsWith("*/")) return ""
  let start = at - 1
  while (!lines[start].trim().startsWith("/*")) start--
  const text = lines.slice(start, at).map((line) => line.trim().replace(/^\/\*\*? ?|^\* ?|^\*(?=\/)/, ""))
  return lines[start].trim().startsWith("/**")
    ? text
        .join("\n")
        .replace(/\s*\*?\/$/, "")
        .trim()
    : ""
}

function described({ lines, doc }) {
  const [first] = lines
  const isExported = first.startsWith("export ")
  const [, , keyword, name] =
    /^(?:export )?((?:async )?)(interface|type|class|function\*?|const|\{) ?(\w+)/.exec(first) ?? []
  const plain = [first.replace(/^export /, ""), ...lines.slice(1)]
  const { kind, signature } = (KINDS[keyword] ?? KINDS.function)(plain, name)
  return {
    name,
    kind,
    signature: signature.replace(/^async /, ""),
    doc,
    isExported,
    isShape: keyword === "interface" || keyword === "type" || / = z\.object\(/.test(first),
  }
}

const KINDS = {
  interface: (lines) => ({ kind: "interface", signature: lines.join("\n") }),
  type: (lines) => ({ kind: "type", signature: lines.join("\n") }),
  function: (lines) => ({ kind: "function", signature: headOf(lines) }),
  class: (lines) => ({ kind: "class", signature: classOf(lines) }),
  const: (lines, name) => constant(lines.join("\n"), name),
  "{": (_, name) => ({ kind: "constant", signature: `export { ${name} }` }),
}

/** A function up to its body: the first brace that ends a line outside of all brackets, and begins no type. */
function headOf(lines) {
  const text = lines.join("\n")
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "{" && depth === 0 && text[i + 1] === "\n" && !/[:|&=]\s*$/.test(text.slice(0, i)))
      return text.slice(0, i).trimEnd()
    if ("({[".includes(text[i])) depth++
    if (")}]".includes(text[i])) depth--
  }
  return text
}

/** A class without the bodies of its methods and without what is private. */
function classOf(lines) {
  const members = []
  for (let i = 1; i < lines.length - 1; i++) {
    if (!/^ {2}[\w#]/.test(lines[i])) continue
    const end = endOf(lines, i, "  ")
    const member = lines.slice(i, end)
    const doc = docAbove(lines, i)
    if (!/#/.test(lines[i])) members.push(...(doc === "" ? [] : [`  /** ${doc} */`]), headOf(member))
    i = end - 1
  }
  return [lines[0], ...members, "}"].join("\n")
}

/** Points and services by their types, functions by their signatures, schemas and plain values as they stand. */
function constant(text, name) {
  const value = text.slice(text.indexOf(" = ") + 3)
  const [, maker, type] = /^(extensionPoint|token)<([\s\S]+?)>\(\s*"/.exec(value) ?? []
  if (maker === "token") return { kind: "service", signature: `const ${name}: Token<${type}>` }
  if (maker === "extensionPoint") return { kind: "extension point", signature: `const ${name}: Point<${type}>` }
  const [typed] = new RegExp(`^const ${name}: .+?(?= = )`).exec(text) ?? []
  if (typed) return { kind: "constant", signature: typed }
  if (value.startsWith("(")) return { kind: "function", signature: text.slice(0, text.indexOf(" =>")) }
  return { kind: "constant", signature: text.split(/\n {2}\.(?:superRefine|transform)\(/)[0] }
}

/** Overloads stand together, without what implements them; a type of the same name as a constant stays apart. */
function merged(all) {
  const result = []
  for (const each of all) {
    const same = result.find(({ name, kind }) => name === each.name && kind === "function" && each.kind === "function")
    if (!same) result.push({ ...each, overloads: [each.signature] })
    else same.overloads.push(each.signature)
  }
  return result.map(({ overloads, ...each }) => ({
    ...each,
    signature: overloads.length > 1 ? overloads.slice(0, -1).join("\n") : each.signature,
  }))
}

/** Writes the pages. */
export function writePages() {
  mkdirSync(new URL("docs/sdk/", ROOT), { recursive: true })
  for (const [file, text] of Object.entries(sdkPages())) writeFileSync(new URL(file, ROOT), text)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writePages()
