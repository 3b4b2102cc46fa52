// Packing bundles @keyv/sqlite, whose own manifest asks for another sqlite3 than the one that Platen is tested with, and an `overrides` of ours
// does not hold where Platen is a dependency. So the copy that is packed takes sqlite3 as its peer: the one that Platen depends on.
// `--restore`: the manifest as it was.
import fs from "node:fs"

const manifest = new URL("../node_modules/@keyv/sqlite/package.json", import.meta.url)
const kept = new URL("../node_modules/.keyv-sqlite-manifest.json", import.meta.url)
if (process.argv.includes("--restore")) {
  if (fs.existsSync(kept)) fs.renameSync(kept, manifest)
} else {
  const { version } = JSON.parse(fs.readFileSync(new URL("../node_modules/sqlite3/package.json", import.meta.url), "utf8"))
  if (!fs.existsSync(kept)) fs.copyFileSync(manifest, kept)
  const { dependencies: { sqlite3: _own, ...dependencies } = {}, peerDependencies, ...rest } = JSON.parse(
    fs.readFileSync(kept, "utf8"),
  )
  fs.rmSync(manifest)
  fs.writeFileSync(
    manifest,
    `${JSON.stringify({ ...rest, dependencies, peerDependencies: { ...peerDependencies, sqlite3: version } }, null, 2)}\n`,
  )
}
