import { BadInput, defineCommand } from "platen/sdk"
import { AREAS } from "platen/sdk/http"
import { EXAMS } from "./exams.js"
import type { Found } from "./exams.js"

const help = `platen doctor

Says what is wrong with the screens that called within a month, and with this server, and what to do. Ends with 1
when something does not work.

Example: platen doctor
`

export default defineCommand({
  help,
  data: "server",
  needs: { exams: EXAMS, areas: AREAS },
  run: async (args, terminal, services) => {
    if (args.length > 0) throw new BadInput("write platen doctor; platen doctor --help explains it.")
    const { exams, areas } = await services()
    const lines: string[] = []
    let fails = false
    for (const realm of new Set(areas.list().map((area) => area.realm))) {
      const server = await exams.server(realm)
      const screens = await exams.screens(realm, undefined)
      lines.push(...section("This server", server))
      for (const { mac, nickname, findings } of screens)
        lines.push(...section(nickname === "" ? mac : `${nickname} (${mac})`, findings))
      fails ||= [...server, ...screens.flatMap(({ findings }) => findings)].some(({ level }) => level === "fault")
    }
    terminal.out(lines.length === 0 ? "Nothing is wrong.\n" : `${lines.join("\n")}\n`)
    return fails ? 1 : 0
  },
})

function section(title: string, findings: readonly Found[]): readonly string[] {
  if (findings.length === 0) return []
  return [title, ...findings.map(({ level, seen, means, todo }) => `  ${level}: ${seen} ${means} ${todo}`), ""]
}
