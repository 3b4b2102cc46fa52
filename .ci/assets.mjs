// Copies the files that plugins ship beside their code to dist/: fonts, lists, stylesheets. Part of `npm run build`.
import { copyFileSync, mkdirSync, readdirSync, statSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../", import.meta.url))
const SHIPPED = /\.(?:woff2?|txt|css)$|(?:^|[/\\])rows\.json$/

const age = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1
for (const name of readdirSync(path.join(root, "plugins"), { recursive: true, encoding: "utf8" })) {
  if (!SHIPPED.test(name)) continue
  const [from, to] = [path.join(root, "plugins", name), path.join(root, "dist/plugins", name)]
  if (age(to) >= age(from)) continue
  mkdirSync(path.dirname(to), { recursive: true })
  copyFileSync(from, to)
}
