import { PlatenError } from "platen/sdk"
import type { Importer } from "platen/sdk/device"
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
  for (const person of people) {
    const name = quoted(person.username)
    try {
      if (!importer) throw new PlatenError(404, "not-found", "the plugin that has people is turned off.")
      const { username, result, withPassword, notes } = await takePerson(person, importer, how)
      if (result !== "kept" || samePeople) users.set(person.id, (await accounts.byName(username))?.id ?? COMING)
      if (result === "taken") outcome.add("taken", "person", `${name}${withPassword ? ", with the password" : ""}.`)
      else if (result === "same" || samePeople) outcome.add("unchanged", "person", `${name}: a user here already.`)
      else
        outcome.add(
          "refused",
          "person",
          `${name}: another user has that name; --same-people says that it is the same person.`,
        )
      if (result === "taken") outcome.details(notes.map((message) => ({ result: "approximated", message })))
    } catch (error) {
      if (!(error instanceof PlatenError)) throw error
      outcome.add("refused", "person", `${name}: ${error.message}`)
    }
  }
  return { users, names: new Map(people.map(({ id, username }) => [id, username])), lines: outcome.lines }
}

interface Taken {
  /** The name here. */
  readonly username: string
  readonly result: "taken" | "same" | "kept"
  readonly withPassword: boolean
  readonly notes: readonly string[]
}

/** Takes one person over. InkSight admits any characters in a name; those that none has here become "_". */
async function takePerson(
  { id, username: old, password, createdAt, isRoot }: OldPerson,
  importer: Importer,
  how: Options["how"],
): Promise<Taken> {
  const username = old.normalize("NFKC").replaceAll(/[^\p{L}\p{M}\p{Nd}_.-]+/gu, "_")
  const { result, notes } = await importer.take(
    { username, origin: `inksight/${id}/${createdAt}`, password: { hash: password, rounds: ROUNDS } },
    { how, modes: new Set() },
  )
  const more = [
    ...(username === old ? [] : [`the name is ${quoted(username)} here.`]),
    ...(isRoot ? ["no admin here: platen user promote makes one."] : []),
  ]
  return { username, result, withPassword: notes.length === 0, notes: [...notes, ...more] }
}
