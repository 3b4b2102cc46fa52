// Makes what the console needs beside its compiled scripts: the packages that run in the browser, brotli forms of all files, and build.json with
// their version. Part of `npm run build`.
import { createHash } from "node:crypto"
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, constants } from "node:zlib"

const root = fileURLToPath(new URL("../", import.meta.url))
const folder = path.join(root, "dist/plugins/console/console")
const PACKAGES = ["preact", "preact/hooks", "preact/jsx-runtime", "@preact/signals", "@preact/signals-core"]

const age = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1
mkdirSync(path.join(folder, "vendor"), { recursive: true })
const imports = Object.fromEntries(
  PACKAGES.map((name) => {
    const from = fileURLToPath(import.meta.resolve(name))
    // In the module's own format, also where the package's entry for Node is another.
    const module = from.endsWith(".mjs") ? from : from.replace(/\.js$/, ".mjs")
    const to = `vendor/${name.replace("@", "").replaceAll("/", "-")}.mjs`
    if (age(path.join(folder, to)) < age(module)) copyFileSync(module, path.join(folder, to))
    return [name, to]
  }),
)

const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(?:m?js|css)$/.test(name) && (name.includes(path.sep) || name.endsWith(".css")))
  .sort()
const hash = createHash("sha256")
for (const name of files) {
  const file = path.join(folder, name)
  const content = readFileSync(file)
  hash.update(name).update(content)
  if (age(`${file}.br`) >= age(file)) continue
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  )
}

/** What the first view loads, by the imports of its modules. */
function reached(name, seen) {
  if (seen.has(name)) return seen
  seen.add(name)
  const text = readFileSync(path.join(folder, name), "utf8")
  for (const [, specifier] of text.matchAll(/^(?:import|export)\b[^"';]*?["']([^"']+)["']/gm)) {
    const next = specifier.startsWith(".") ? path.posix.join(path.posix.dirname(name), specifier) : imports[specifier]
    if (next) reached(next, seen)
  }
  return seen
}

const posix = files.map((name) => name.split(path.sep).join("/"))
writeFileSync(
  path.join(folder, "build.json"),
  `${JSON.stringify({
    version: hash.digest("base64url").slice(0, 12),
    folders: [...new Set(posix.map((name) => path.posix.dirname(name).replace(/^\.$/, "")))],
    imports,
    first: [...reached("browser/main.js", new Set())].filter((name) => name !== "browser/main.js"),
  })}\n`,
)
