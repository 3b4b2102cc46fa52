// Writes dist/commands.json: the commands and what they do, so that the help imports no plugin. The last step of `npm run build`.
import { writeFileSync } from "node:fs"
import { commandsOf } from "../dist/kernel/cli/contributed.js"
import { findPlugins } from "../dist/kernel/plugins/find.js"

const plugins = await findPlugins({ plugins: {}, folder: process.cwd() })
const commands = commandsOf(plugins).map(({ entry: { name, summary } }) => ({ name, summary }))
writeFileSync(new URL("../dist/commands.json", import.meta.url), `${JSON.stringify(commands, null, 2)}\n`)
