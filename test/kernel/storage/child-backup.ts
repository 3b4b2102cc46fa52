import type { PlatenError } from "platen/sdk"
import { systemClock } from "../../../kernel/clock.js"
import { backUp } from "../../../plugins/operation/storage-sqlite/backup.js"

/** Backs a folder up. Prints the code of what it failed with. */
const [folder = "", file = ""] = process.argv.slice(2)
await backUp({ folder, config: {}, clock: systemClock }, file).then(
  () => process.stdout.write("done\n"),
  (error: PlatenError) => process.stdout.write(`${error.code}\n`),
)
