import { ACCOUNTS, CLOCK, definePlugin, DEVICES, LOG, provide, SERVICE, STORE, triesIn, z } from "platen/sdk"
import { userCommand } from "./commands.js"
import { cost, passwordsOf } from "./passwords.js"
import { policies } from "./policies.js"
import { routes } from "./routes.js"
import { peopleOf } from "./service.js"
import { sessionsOf } from "./sessions.js"
import { setupIn } from "./setup.js"
import { usersIn } from "./users.js"

/** People: how they get an account, sign in and out, and what that lets them do. */
export default definePlugin({
  id: "accounts",
  /** What a password costs to check, and to guess; old hashes keep theirs. */
  config: z.strictObject({ scrypt: cost.prefault({}) }),
  needs: { store: STORE, clock: CLOCK, log: LOG, service: SERVICE, devices: DEVICES },
  provides: [ACCOUNTS],
  setup: ({ store, clock, log, service, devices }, { scrypt }) => {
    const users = usersIn(store, clock)
    const setup = setupIn(store, users)
    const people = peopleOf({
      users, setup, clock, log,
      sessions: sessionsOf(users, clock, log),
      tries: triesIn(store, clock),
      passwords: passwordsOf(scrypt),
      security: service.security,
    })
    return {
      services: [provide(ACCOUNTS, { get: people.get, byName: people.byName })],
      policies: policies({ people, devices, service }),
      routes: routes(people, service),
      commands: [userCommand({ people, devices })],
      listening: async ({ port, editions }) => {
        // Without the pages of that edition nobody could use it.
        const code = editions.includes("extended") ? await setup.open() : undefined
        if (code !== undefined) log.warn({ code, link: `${(service.publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, "")}/config?setup=${code}` }, "accounts.setup")
      },
    }
  },
})
