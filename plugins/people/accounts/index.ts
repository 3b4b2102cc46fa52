import {
  ADMIN_TOKEN,
  CLOCK,
  definePlugin,
  FILES,
  LOG,
  OBSERVERS,
  onListening,
  provide,
  SERVICE,
  STORE,
  z,
} from "platen/sdk"
import { DEVICES, IMPORTERS } from "platen/sdk/device"
import { ACCOUNTS, ATTEMPTS, GRANTEES, POLICIES, ROUTES, SERVED_ROUTES } from "platen/sdk/http"
import { SCREENS_FILE_PARTS } from "platen/sdk/screens-file"
import { STORE_IS_SHARED } from "platen/sdk/servers"
import { attemptsIn } from "./attempts.js"
import { PEOPLE } from "./commands.js"
import { removeAccount, sweepPeople } from "./leaving.js"
import type { RemoveAccount } from "./leaving.js"
import { linksIn } from "./links.js"
import { peopleRoutes } from "./people-routes.js"
import { personImporter } from "./importer.js"
import { peoplePart } from "./file-part.js"
import { cost, passwordRules, passwordsOf } from "./passwords.js"
import { policies } from "./policies.js"
import { REGISTER, routes } from "./routes.js"
import { peopleOf } from "./service.js"
import { sessionsOf } from "./sessions.js"
import { setupIn } from "./setup.js"
import { usersIn } from "./users.js"

/** 10,000 passwords of at least eight characters, the most common first. Source: @zxcvbn-ts/language-common 4.1.3, MIT. */
const COMMON = new URL("./common-passwords.txt", import.meta.url)

/** Plugin of user accounts: registration, sign-in, sessions and policies. */
export default definePlugin({
  id: "accounts",
  /** Cost of a password check. Existing hashes keep the cost they were made with. */
  config: z.strictObject({ scrypt: cost.prefault({}) }),
  needs: {
    store: STORE,
    clock: CLOCK,
    log: LOG,
    service: SERVICE,
    devices: DEVICES,
    served: SERVED_ROUTES,
    files: FILES,
    adminToken: ADMIN_TOKEN,
    grantees: GRANTEES,
    observers: OBSERVERS,
    isShared: STORE_IS_SHARED,
  },
  opens: [GRANTEES],
  provides: [ACCOUNTS, ATTEMPTS, PEOPLE],
  commands: [{ name: "user", summary: "add, list and remove user accounts", load: () => import("./commands.js") }],
  setup: async (
    { store, clock, log, service, devices, files, adminToken, served, grantees, observers, isShared },
    { scrypt },
  ) => {
    const passwordFault = passwordRules(await files.text(COMMON))
    const users = usersIn(store, clock)
    const setup = setupIn(store, users, isShared)
    const people = peopleOf({
      users,
      setup,
      links: linksIn(store, clock),
      clock,
      log,
      sessions: sessionsOf(users, clock, log),
      attempts: attemptsIn(store, clock),
      passwords: passwordsOf(scrypt),
      security: service.security,
      grantees,
    })
    const leaving = { people, devices, observers, clock, log }
    const remove: RemoveAccount = (user) => removeAccount(leaving, user)
    return [
      provide(ACCOUNTS, { get: people.get, byName: people.byName, awaitsAdmin: people.awaitsAdmin }),
      provide(ATTEMPTS, (own) => attemptsIn(own, clock)),
      provide(PEOPLE, { people, remove, passwordFault }),
      IMPORTERS.of(personImporter(people)),
      POLICIES.of(...policies({ people, devices, service, adminToken })),
      ROUTES.of(...routes(people, service, passwordFault), ...peopleRoutes({ people, devices, service, remove, log })),
      SCREENS_FILE_PARTS.of(peoplePart(people)),
      onListening(() => sweepPeople(leaving)),
      onListening(async ({ url }) => {
        // Without the calls of accounts, nobody could enter the code.
        const isServed = served.list().some(({ route }) => route.path === REGISTER)
        const code = isServed ? await setup.open() : undefined
        if (code !== undefined)
          log.warn(
            {
              code,
              link: `${url}/config?setup=${code}`,
              say: `Create the first account: ${url}/config?setup=${code}`,
            },
            "setup-code.issued",
          )
      }),
    ]
  },
})
