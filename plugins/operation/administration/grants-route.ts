import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { isGrantedTo } from "platen/sdk/kit"
import type { InstalledPlugin } from "platen/sdk"
import type { Accounts, Route, User } from "platen/sdk/http"

interface Needs {
  readonly plugins: readonly InstalledPlugin[]
  readonly accounts: Pick<Accounts, "get">
}

/** What operators grant by name in the configs of sources, and the key there. */
const KINDS = ["connections", "albums"] as const

const names = z.array(z.string()).describe("Names, as settings of pages take them.")

/** A call by which forms offer what the operator has granted to their caller. */
export function grantsRoute({ plugins, accounts }: Needs): Route {
  return defineRoute({
    method: "GET",
    path: "/api/user/grants",
    areas: ["extended"],
    auth: { anyOf: ["user"] },
    summary: "Names the connections and albums that the operator has granted to the caller.",
    limit: { name: "grants", perMinute: 120 },
    response: z.strictObject({ connections: names, albums: names }),
    handle: async ({ principal }) => {
      const user = await accounts.get(principal?.user ?? "")
      const [connections = [], albums = []] = KINDS.map((kind) => (user ? grantedTo(user, plugins, kind) : []))
      return { body: { connections, albums } }
    },
  })
}

/** The names of one kind, in the order of the alphabet. */
function grantedTo(user: User, plugins: readonly InstalledPlugin[], kind: string): string[] {
  const all = plugins.flatMap(({ config }) => {
    const things = (config as Readonly<Record<string, unknown>> | undefined)?.[kind]
    return typeof things === "object" && things !== null
      ? Object.entries(things as Readonly<Record<string, Thing>>)
      : []
  })
  const own = all.filter(([, thing]) => isGrantedTo(thing?.users, user))
  return [...new Set(own.map(([name]) => name))].sort()
}

type Thing = { readonly users?: readonly string[] | undefined } | null
