// Packs Platen, its package of fonts and the example plugins into FOLDER, as they are published. Usage: node .ci/pack.mjs FOLDER
import { execFileSync } from "node:child_process"
import path from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../", import.meta.url))
const folder = path.resolve(process.argv[2])
const examples = ["moon", "holidays", "ai"].map((name) => `./examples/platen-plugin-${name}`)
for (const each of [".", "./packages/fonts-world", ...examples])
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, each], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    timeout: 600_000,
  })
