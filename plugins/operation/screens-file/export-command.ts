import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { BadInput, defineCommand } from "platen/sdk"
import { SCREENS_FILE_PARTS } from "platen/sdk/screens-file"
import { fileText } from "./layout.js"
import { readServer } from "./plan.js"
import { sectionsOf } from "./sections.js"

const help = `platen export [FILE] [--force]

Writes what people have set up into one YAML file: people with their roles, custom modes, and screens with their owners,
members, playlists and settings. Without FILE, or with -, it writes to the standard output.

  --force   replaces FILE where it is there already

The file has no passwords, tokens and keys. Where a screen has a secret, such as the link of a calendar, it says
{ set: true }. The same state gives the same file, so it can be kept under version control. platen apply reads it.

Example: platen export screens.yaml
`

export default defineCommand({
  help,
  data: "server",
  needs: { parts: SCREENS_FILE_PARTS },
  run: async (args, terminal, services) => {
    const {
      positionals: [file = "-", ...more],
      values: { force },
    } = parseArgs({ args: [...args], allowPositionals: true, options: { force: { type: "boolean", default: false } } })
    if (more.length > 0) throw new BadInput("expected at most one file: platen export FILE.")
    const { parts } = await services()
    const sections = sectionsOf(parts.list())
    const all = await readServer(sections)
    const text = fileText(sections, new Map([...all].map(([section, entries]) => [section, [...entries.values()]])))
    if (file === "-") terminal.out(text)
    else {
      write(file, text, force)
      const counts = [...all].map(([{ name }, { size }]) => `${name} ${size}`)
      terminal.out(`Written to ${file}: ${counts.join(", ")}.\n`)
    }
    return 0
  },
})

function write(file: string, text: string, force: boolean): void {
  try {
    writeFileSync(file, text, { flag: force ? "w" : "wx" })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== "EEXIST") throw cause
    throw new BadInput(`${file} is there already: name another file, or replace it with --force.`, { cause })
  }
}
