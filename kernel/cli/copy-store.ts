import { isDeepStrictEqual, parseArgs } from "node:util"
import { BadInput, Conflict, defineCommand, NotFound, Upstream } from "platen/sdk"
import type { Command, Engine } from "platen/sdk"
import { systemClock } from "../clock.js"
import { loadConfig } from "../config.js"
import { createLog } from "../log.js"
import { keepFilesPrivate } from "../main.js"
import { findPlugins } from "../plugins/find.js"
import { engineOf } from "../storage/engines.js"
import type { ChosenEngine } from "../storage/engines.js"
import { UNFINISHED, VERSION_KEY } from "../storage/store.js"
import type { Host } from "./host.js"

/** Rows that are read and written at once. */
const ROWS = 500

/**
 * Copies every row to another store, which is empty or a copy that was interrupted. Its version comes last: before, no server starts on it.
 * Throws NotFound for a store without one, Conflict for a target that is in use, Upstream when rows are missing in the end.
 */
export async function copyStore(from: Engine, to: Engine): Promise<number> {
  const version = await from.get(VERSION_KEY)
  if (!version) throw new NotFound("There is nothing to copy: no server has used that store.")
  const isUnfinished = (await to.get(VERSION_KEY))?.value === UNFINISHED
  if (!isUnfinished && (await to.count("")) > 0)
    throw new Conflict("The store to copy to is not empty: name an empty database or data folder; nothing was changed.")
  await to.trim("", 0)
  await to.write([{ key: VERSION_KEY, value: UNFINISHED, expires: 0 }])
  for (let rows = await from.dump(undefined, ROWS); rows.length > 0; rows = await from.dump(rows.at(-1)!.key, ROWS)) {
    const others = rows.filter(({ key }) => key !== VERSION_KEY)
    if (others.length > 0) await to.write(others)
  }
  const [there, here] = [await from.count(""), await to.count("")]
  if (there !== here)
    throw new Upstream(
      `There are ${there} rows to copy and ${here} were copied: stop every server, and run the command again.`,
    )
  await to.write([{ key: VERSION_KEY, value: version.value, expires: 0 }])
  return here
}

export const copyStoreCommand = ({ source, error, clock = systemClock }: Partial<Host>): Command =>
  defineCommand({
    help: `platen copy-store --from ENGINE [--from-config JSON] [--dry-run]

Copies the store of another storage engine into the store that platen.yaml names, which must be empty.
Stop every server first. What stands beside "engine" under "storage" for the other engine is given as JSON.
The file secrets.key of the data folder is part of no store: servers on other machines need it, too.

--from ENGINE       the engine to copy from, such as sqlite: then the store is the one in the data folder
--from-config JSON  its fields, such as '{"url": "postgres://..."}'
--dry-run           count what would be copied, and change nothing

Example: platen copy-store --from sqlite
`,
    run: async (args, terminal) => {
      const { values } = parseArgs({
        args: [...args],
        options: { from: { type: "string" }, "from-config": { type: "string" }, "dry-run": { type: "boolean" } },
      })
      if (values.from === undefined) throw new BadInput("name the engine to copy from: platen copy-store --from ENGINE")
      keepFilesPrivate()
      const config = loadConfig(source)
      const plugins = await findPlugins(config)
      const other = { engine: values.from, ...fieldsOf(values["from-config"]) }
      const from = engineOf(plugins, { ...config, storage: other }, clock)
      const to = engineOf(plugins, config, clock)
      if (isSame(from, to))
        throw new BadInput(`the stores are the same: name another engine than ${values.from} in platen.yaml`)
      const log = createLog("warn", error ?? process.stderr)
      // Offline, an engine makes no store where there is none; the server that uses it is found out afterwards.
      await (await from.engine.open({ ...from.place, log, isOffline: true })).close()
      const isDry = values["dry-run"] === true
      const opened = (chosen: ChosenEngine): Promise<Engine> =>
        chosen.engine.open({ ...chosen.place, log, isOffline: false })
      const rows = await withEngine(await opened(from), async (original) =>
        isDry ? original.count("") : withEngine(await opened(to), (target) => copyStore(original, target)),
      )
      terminal.out(`${rows} rows ${isDry ? "would be" : "were"} copied.\n`)
      return 0
    },
  })

async function withEngine<T>(engine: Engine, work: (engine: Engine) => Promise<T>): Promise<T> {
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

function isSame(one: ChosenEngine, other: ChosenEngine): boolean {
  return one.engine === other.engine && isDeepStrictEqual(one.place.config, other.place.config)
}

function fieldsOf(json = "{}"): object {
  try {
    const fields: unknown = JSON.parse(json)
    if (typeof fields === "object" && fields !== null && !Array.isArray(fields)) return fields
  } catch {
    /* said below */
  }
  throw new BadInput(`--from-config must be a JSON object, such as '{"url": "postgres://..."}'`)
}
