import { sqliteEngine } from "../../../plugins/operation/storage-sqlite/sqlite.js"
import { fakeClock } from "../../testing/fakes.js"

/**
 * Four writers without end, each a batch at a time: two rows that stay, and one that takes the place of that of the
 * batch before. Prints "writer/batch" for each batch that was acknowledged. `round` is part of every key.
 */
const [file = "", round = ""] = process.argv.slice(2)
const engine = await sqliteEngine(file, fakeClock())
const put = (key: string): { key: string; value: string; expires: number } => ({
  key: `${round}/${key}`,
  value: key.repeat(100),
  expires: 0,
})
await Promise.all(
  [0, 1, 2, 3].map(async (writer) => {
    for (let i = 0; ; i++) {
      await engine.write([
        put(`a/${writer}/${i}`),
        put(`b/${writer}/${i}`),
        put(`last/${writer}/${i}`),
        { ...put(`last/${writer}/${i - 1}`), value: undefined },
      ])
      process.stdout.write(`${writer}/${i}\n`)
    }
  }),
)
