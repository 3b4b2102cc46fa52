import { Conflict, definePlugin, Invalid, z } from "platen/sdk"

const config = z.strictObject({
  /** Address of the database, with user and password: postgres://platen:secret@db.example.org/platen. */
  url: z
    .string("is missing: write { env: DATABASE_URL }, and set that variable")
    .regex(
      /^postgres(?:ql)?:\/\//,
      'must begin with "postgres://": write { env: DATABASE_URL } to keep it out of the file',
    ),
  /** Connections at most. */
  connections: z.number().int().min(2).max(100).default(10),
})
export type PostgresConfig = z.output<typeof config>

/** Plugin of the PostgreSQL storage engine: for more than one server, or a database that others look after. Its code is loaded by whoever opens a store. */
export default definePlugin({
  id: "storage-postgres",
  engines: [
    {
      id: "postgres",
      config,
      isShared: true,
      open: async ({ config: given, log, clock }) => {
        const { url, connections: size } = given as PostgresConfig
        const [{ connectionTo }, { postgresEngine }] = await Promise.all([
          import("./connection.js"),
          import("./engine.js"),
        ])
        const connection = connectionTo({ url, size }, { log, clock })
        return postgresEngine({ connection, now: () => undefined }).catch(async (error: unknown) => {
          await connection.close()
          throw error
        })
      },
      backUp: async () => {
        throw new Conflict(
          'A store in PostgreSQL is backed up by its own tools: run pg_dump --format=custom --table "platen*" --file platen.dump DATABASE_URL.',
        )
      },
      restore: async () => {
        throw new Invalid(
          "A store in PostgreSQL is restored by its own tools: stop every server, then run pg_restore --clean --if-exists --dbname DATABASE_URL platen.dump.",
        )
      },
    },
  ],
  setup: () => [],
})
