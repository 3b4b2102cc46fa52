import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { gunzipSync } from "node:zlib"
import { definePlugin, z } from "platen/sdk"
import { fakeClock, openStage } from "platen/testing"
import type { Stage, StageOptions } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { restore } from "../plugins/operation/storage-sqlite/backup.js"
import { sqliteEngine } from "../plugins/operation/storage-sqlite/sqlite.js"
import { emptyFolder, placeIn, rejection } from "./kernel/storage/setting.js"

/**
 * A store that the last server of layout 1 wrote over HTTP: devices with an owner, a member, alerts, habits, a widget, favorites, settings of modes
 * under both of their names, an unclaimed device with two callers, one of the core edition. `answers`: what that server then answered.
 */
const FIXTURE = new URL("../../test/fixtures/store-1/", import.meta.url)
const unpacked = (name: string): Buffer => gunzipSync(readFileSync(new URL(name, FIXTURE)))

interface Answer {
  readonly path: string
  /** Name of the caller's headers. */
  readonly by?: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}
const { now, tokens, reads } = JSON.parse(unpacked("answers.json.gz").toString("utf8")) as {
  readonly now: number
  readonly tokens: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly reads: readonly Answer[]
}

const test = suite("a store of an earlier server")

function folderWithStore(): string {
  const folder = emptyFolder()
  writeFileSync(path.join(folder, "platen.db"), unpacked("platen.db.gz"))
  return folder
}
const opened = (folder: string, options: StageOptions = {}): Promise<Stage> =>
  openStage({
    dataFolder: folder,
    clock: fakeClock(now),
    server: { publicUrl: "http://platen.example" },
    config: { "edition-core": { mount: "/core" } },
    ...options,
  })

async function answerOf(stage: Stage, { path: asked, by, headers: shown }: Answer): Promise<Answer> {
  const answer = await stage.call(asked, { headers: by === undefined ? {} : tokens[by]! })
  const isJson = answer.headers["content-type"]?.startsWith("application/json")
  return {
    path: asked,
    ...(by !== undefined && { by }),
    status: answer.status,
    headers: Object.fromEntries(Object.keys(shown).map((name) => [name, answer.headers[name] ?? ""])),
    body: isJson ? answer.json() : answer.body.toString("base64"),
  }
}

/** An answer as it is meant now: a device that its config keeps awake is told so, also where it has posted the other mode itself. */
function asNow(read: Answer): Answer {
  if (!read.path.endsWith("/state")) return read
  const { runtime_mode: _told, ...body } = read.body as Readonly<Record<string, unknown>>
  return { ...read, body }
}

/** A picture by its size alone: the same page may look different in a later version. */
function withoutPixels({ headers, body, ...answer }: Answer): Answer {
  const { "content-length": _length, etag: _etag, ...kept } = headers
  if (!headers["content-type"]?.startsWith("image/")) return { ...answer, headers, body }
  const head = Buffer.from(String(body), "base64").subarray(0, SIZE_END)
  return { ...answer, headers: kept, body: head.toString("base64") }
}
/** Bytes of a PNG or BMP up to its size in pixels. */
const SIZE_END = 24

test("answers every call as the earlier server did: JSON byte for byte, pictures of the same size", async () => {
  const folder = folderWithStore()
  const stage = await opened(folder)
  for (const read of reads)
    assert.equal(asNow(withoutPixels(await answerOf(stage, read))), asNow(withoutPixels(read)), read.path)
  await stage.close()
  assert.ok(readdirSync(folder).includes("platen.db.before-2"))
  const again = await opened(folder)
  assert.equal((await again.call(reads[0]!.path, { headers: tokens[reads[0]!.by!]! })).status, 200)
  await again.close()
  assert.equal(
    readdirSync(folder).filter((name) => name.includes("before")),
    ["platen.db.before-2"],
    "converted once",
  )
})

test("stays as it was when the start fails", async () => {
  const folder = folderWithStore()
  const all = async (): Promise<string> => {
    const engine = await sqliteEngine(path.join(folder, "platen.db"), fakeClock(1))
    const rows = await engine.scan({ prefix: "", limit: 10_000 })
    await engine.close()
    return JSON.stringify(rows)
  }
  const before = await all()
  const failing = definePlugin({
    id: "failing",
    migrations: [{ version: 1, up: () => Promise.reject(new Error("no")) }],
    setup: () => [],
  })
  await rejection(opened(folder, { plugins: [failing] }))
  assert.is(await all(), before)
  const stage = await opened(folder)
  assert.equal(await answerOf(stage, reads[0]!), reads[0])
  await stage.close()
})

test("is converted after it was restored from a backup", async () => {
  const folder = emptyFolder()
  const backup = path.join(emptyFolder(), "earlier.db")
  writeFileSync(backup, unpacked("platen.db.gz"))
  const fresh = await opened(folder)
  await fresh.close()
  await restore(placeIn(folder, fakeClock(now)), backup, async (engine) => {
    assert.is(z.string().parse((await engine.get("c/platen/versions/store"))?.value), "1")
  })
  const stage = await opened(folder)
  for (const read of reads.slice(0, 4))
    assert.equal(asNow(withoutPixels(await answerOf(stage, read))), asNow(withoutPixels(read)), read.path)
  await stage.close()
})

test.run()
