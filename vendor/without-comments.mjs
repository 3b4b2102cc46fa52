// Packing leaves the comments and the indentation of scripts out, a fifth of their size: the docs are in the types, which are packed as they are.
// The scripts of the console stay, since their compressed forms were made of them. `--restore`: the scripts as they were.
import fs from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { minify } from "terser"

const root = fileURLToPath(new URL("../", import.meta.url))
const [dist, kept] = [path.join(root, "dist"), path.join(root, "build/with-comments")]
const PACKED = /^(?:kernel|sdk|plugins|modes|test\/testing)\/.*\.js$/
const CONSOLE = /^plugins\/console\/console\//
const under = (folder) =>
  fs.existsSync(folder)
    ? fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.split(path.sep).join("/"))
    : []

/** Seconds. What is packed has the time of the script that it was made of, so a script that was built since has another. */
const timeOf = (file) => Math.floor((fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1000)

// Also what an earlier packing left when it was ended.
for (const name of under(kept).filter((each) => each.endsWith(".js"))) {
  const [from, to] = [path.join(kept, name), path.join(dist, name)]
  if (timeOf(from) === timeOf(to)) fs.renameSync(from, to)
}
fs.rmSync(kept, { recursive: true, force: true })
if (!process.argv.includes("--restore")) {
  for (const name of under(dist).filter((each) => PACKED.test(each) && !CONSOLE.test(each))) {
    const { code } = await minify(fs.readFileSync(path.join(dist, name), "utf8"), {
      module: true,
      compress: false,
      mangle: false,
      // A statement a line, so that a stack trace says where.
      format: { semicolons: false, comments: /^!/ },
    })
    const [original, packed] = [path.join(kept, name), path.join(dist, name)]
    fs.mkdirSync(path.dirname(original), { recursive: true })
    fs.renameSync(packed, original)
    fs.writeFileSync(packed, `${code}\n`)
    fs.utimesSync(packed, timeOf(original), timeOf(original))
  }
}
