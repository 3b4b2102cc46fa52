import { PlatenError } from "platen/sdk"
import { quoted } from "../report.js"
import type { OldPerson } from "./contents.js"
import { Outcome } from "./outcome.js"
import type { Line } from "./outcome.js"
import type { Needs, Options } from "./take-over.js"

/** Rounds of PBKDF2 with which InkSight hashes passwords. */
const ROUNDS = 200_000
/** The id of a user whom a check would make. */
export const COMING = ""

/** The people of the old server who are users here. */
export interface People {
  /** Users by the ids of the old server; COMING for one that a check would make. */
  readonly users: ReadonlyMap<string, string>
  readonly names: ReadonlyMap<string, string>
  readonly lines: readonly Line[]
}

/** Takes people over with their passwords, never as admins. A user of the same name who is somebody else gets nothing of theirs. */
export async function takePeople(
  people: readonly OldPerson[],
  { importers, accounts }: Needs,
  { how, samePeople }: Options,
): Promise<People> {
  const outcome = new Outcome()
  const users = new Map<string, string>()
  const importer = importers.get("people")
  for (const { id, username, password, createdAt, isRoot } of people) {
    const data = { username, origin: `inksight/${id}/${createdAt}`, password: { hash: password, rounds: ROUNDS } }
    const name = quoted(username)
    try {
      if (!importer) throw new PlatenError(404, "not-found", "the plugin that has people is turned off.")
      const { result, notes } = await importer.take(data, { how, modes: new Set() })
      if (result !== "kept" || samePeople) users.set(id, (await accounts.byName(username))?.id ?? COMING)
      if (result === "taken")
        outcome.add("taken", "person", `${name}${notes.length === 0 ? ", with the password" : ""}.`)
      else if (result === "same" || samePeople) outcome.add("unchanged", "person", `${name} is a user here already.`)
      else
        outcome.add(
          "refused",
          "person",
          `${name}: another user has that name; --same-people says that it is the same person.`,
        )
      outcome.details([
        ...notes.map((message) => ({ result: "approximated" as const, message })),
        ...(isRoot && result === "taken"
          ? [{ result: "approximated" as const, message: `no admin here: platen user promote makes one.` }]
          : []),
      ])
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error
      outcome.add("refused", "person", `${name}: ${error.message}`)
    }
  }
  return { users, names: new Map(people.map(({ id, username }) => [id, username])), lines: outcome.lines }
}
