import { z } from "platen/sdk"
import { newSecret } from "platen/sdk/kit"
import { defineFilePart } from "platen/sdk/screens-file"
import type { Issue } from "platen/sdk"
import type { User } from "platen/sdk/http"
import type { FileEntry, ScreensFile, ScreensFilePart } from "platen/sdk/screens-file"
import { readName } from "./names.js"
import type { Name } from "./names.js"
import type { People } from "./service.js"

const SECTION = "people"

const person = z.strictObject({
  name: z
    .string("must be a name in quotes")
    .transform((name) => name.normalize("NFKC").trim())
    .describe("The username: 2 to 32 letters, digits, _, - and ., however capitals are written."),
  role: z
    .enum(["user", "admin"], "must be user or admin")
    .optional()
    .describe("An admin may do everything. Default for a new person: user."),
})
type Person = z.output<typeof person>

/** People in the file of `platen export`: their names and roles. A new one has no password until an admin sets it. */
export function peoplePart(people: Pick<People, "all" | "byName" | "add" | "setRole">): ScreensFilePart {
  return defineFilePart<Person>({
    section: SECTION,
    rank: 10,
    about: "People with accounts. No password is ever in this file: `platen user set-password NAME` sets one.",
    schema: person,
    id: ({ name }) => foldOf(name),
    read: async () => {
      const all: Person[] = []
      for await (const { username, role } of people.all()) all.push({ name: username, role })
      return all
    },
    plan: async (entry, file) => {
      const name = readName(entry.name)
      if ("fault" in name) return refused(entry, { path: "name", message: name.fault })
      const user = await people.byName(name.shown)
      const role = entry.role ?? user?.role ?? "user"
      if (user?.role === "admin" && role !== "admin" && !(await keepsAdmin(people, file)))
        return refused(entry, {
          path: "role",
          message: "would leave the server without an admin: make somebody else one",
        })
      return {
        before: user && { name: user.username, role: user.role },
        after: { name: user?.username ?? name.shown, role },
        apply: () => applied(people, name, user, role),
      }
    },
  })
}

function refused(after: FileEntry, issue: Issue): Awaited<ReturnType<ScreensFilePart["plan"]>> {
  return { before: undefined, after, issues: [issue], apply: async () => [] }
}

async function applied(
  people: Pick<People, "add" | "setRole">,
  name: Name,
  user: User | undefined,
  role: User["role"],
): Promise<readonly string[]> {
  if (user) {
    await people.setRole(user, role)
    return []
  }
  // Nobody knows this password: the account waits for one that an admin sets.
  await people.add(name, newSecret(), role)
  return [`${name.shown} cannot sign in yet: set a password with platen user set-password ${name.shown}.`]
}

/** Whether somebody is an admin once the file is applied. */
async function keepsAdmin(people: Pick<People, "all">, file: ScreensFile): Promise<boolean> {
  const entries = file.entries(SECTION)
  if ([...entries.values()].some(({ role }) => role === "admin")) return true
  for await (const { username, role } of people.all()) {
    const entry = entries.get(foldOf(username))
    if (role === "admin" && (entry?.role ?? "admin") === "admin") return true
  }
  return false
}

/** The name by which accounts are told apart; an invalid one is its own. */
function foldOf(given: string): string {
  const name = readName(given)
  return "fold" in name ? name.fold : given
}
