import path from "node:path"
import { KeyvSqlite } from "@keyv/sqlite"
import { SERVED_ROUTES } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { prepared, sent } from "./document-calls.js"
import { openDocument } from "./document-stage.js"

/** Decisions 6 and 16: every route while the store cannot be read. */
const test = suite("extended document: without a store")

const PLAIN = { url: (mac: string) => mac, body: (mac: string) => mac }

test("answers 503 wherever something is kept, drawn where it would be a picture, and 401 nowhere", async () => {
  const dataFolder = folderWith()
  const server = await openDocument({ dataFolder })
  const calls = []
  for (const served of server.stage.app
    .get(SERVED_ROUTES)
    .list()
    .filter(({ area, alias }) => area.id === "extended" && !alias))
    calls.push(await prepared(server, served))
  const adapter = new KeyvSqlite({
    uri: `sqlite://${path.join(dataFolder, "platen.db")}`,
    table: "elsewhere",
    busyTimeout: 2_000,
  })
  await adapter.query("ALTER TABLE platen RENAME TO away")
  await adapter.disconnect()
  const found = new Map<string, string>()
  for (const each of calls) {
    const {
      answer: { status, headers, json },
    } = await sent(server, each, PLAIN)
    const type = headers["content-type"]!.split(";")[0]!
    const code =
      headers["x-render-error"] ?? (type === "application/json" ? (json() as { code?: string }).code : undefined)
    found.set(`${each.served.route.method} ${each.served.path}`, status === 503 && code === "store-failed" ? type : "")
  }
  const signedOut = await server.post("/api/auth/logout", {}, server.somebody)
  await server.close()
  const of = (type: string): readonly string[] =>
    [...found]
      .filter(([, each]) => each === type)
      .map(([each]) => each)
      .sort()
  assert.equal(of("image/bmp"), ["GET /api/device/:mac/qr", "GET /api/render"])
  assert.equal(of("image/png"), [
    "GET /api/device/:mac/preview",
    "GET /api/device/:mac/share",
    "GET /api/preview",
    "GET /api/widget/:mac",
  ])
  assert.equal(of(""), [
    "GET /",
    "GET /api/content/today",
    "GET /api/firmware/releases",
    "GET /api/firmware/releases/latest",
    "GET /api/firmware/validate-url",
    "GET /api/modes/:mode_id/settings",
    "GET /api/openapi.json",
    "GET /api/sources",
    "GET /config",
    "GET /metrics",
    "POST /api/auth/login",
    "POST /api/auth/logout",
    "POST /api/auth/register",
    "POST /api/auth/reset",
    "POST /api/auth/reset-password",
    "POST /api/auth/reset-password/confirm",
    "POST /api/auth/reset-password/send-code",
  ])
  assert.is(of("application/json").length, found.size - 2 - 4 - 17)
  assert.is(signedOut.status, 503, "a session that has not ended is not said to have")
})

test.run()
