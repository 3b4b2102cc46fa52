import path from "node:path"
import { KeyvSqlite } from "@keyv/sqlite"
import { DRAW } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels, pngPixels, samePixels } from "../devices/pixels.js"
import { folderWith } from "../folder.js"
import { bar, numberMode } from "./bars.js"
import { MOUNTS, openCore } from "./core-stage.js"
import type { Core } from "./core-stage.js"
import { flags } from "./shown.js"
import { damaging, fillDisk } from "./stored.js"
import { load } from "./test-modes.js"

/** The store fails: on the glass and in JSON. */
const test = suite("editions/core: the store")

const SHAPE = { width: 296, height: 128, palette: "bw", codec: "bmp", language: "en" }

/** A server, and its store from outside. */
interface Broken extends Core {
  sql(statement: string): Promise<void>
}

async function opened(mount: (typeof MOUNTS)[number]): Promise<Broken> {
  const dataFolder = folderWith()
  const core = await openCore(mount, { dataFolder })
  await load(core.stage, numberMode("ONE", 1), numberMode("TWO", 2))
  return {
    ...core,
    sql: async (statement) => {
      const adapter = new KeyvSqlite({
        uri: `sqlite://${path.join(dataFolder, "platen.db")}`,
        table: "elsewhere",
        busyTimeout: 2_000,
      })
      await adapter.query(statement)
      await adapter.disconnect()
    },
  }
}

const takeAway = "ALTER TABLE platen RENAME TO away"
const bringBack = "ALTER TABLE away RENAME TO platen"

for (const mount of MOUNTS) {
  test(`draws a notice with 503 for a device while the store cannot be read (at ${mount.mount})`, async () => {
    const core = await opened(mount)
    const screen = core.device()
    await screen.save({ modes: ["ONE"] })
    await core.sql(takeAway)
    const answers = [await screen.render(), await screen.render(), await screen.render(), await core.device().render()]
    const [raw, browser, chinese] = [
      await screen.render("w=400&h=300&colors=4"),
      await screen.preview(),
      await screen.render("lang=zh"),
    ]
    for (const answer of answers) {
      assert.equal(
        [answer.status, answer.headers["content-type"], flags(answer), answer.headers["cache-control"]],
        [503, "image/bmp", { fallback: undefined, error: "store-failed" }, "no-store"],
      )
    }
    const notice = (language: string, title: string, message: string): Uint8Array =>
      core.stage.app.get(DRAW).notice({ ...SHAPE, language }, { title, message }).bytes
    assert.ok(
      answers[0]!.body.equals(
        notice(
          "en",
          "The server cannot read its data",
          "Look at the server’s disk. The screen will try again at the next refresh.",
        ),
      ),
    )
    assert.ok(chinese.body.equals(notice("zh", "服务器读不到数据", "请检查服务器的磁盘，屏幕下次刷新时会再试。")))
    assert.equal(
      [raw.status, raw.body.length, browser.status, browser.headers["content-type"]],
      [503, 30_000, 503, "image/png"],
    )
    samePixels(pngPixels(browser.body).colours, bmpPixels(answers[0]!.body).colours)
    assert.ok(
      core.stage.log.lines.some(
        ({ event, fields }) => event === "request.failed" && (fields as { code?: string }).code === "store-failed",
      ),
    )
    await core.close()
  })

  test(`answers 503 as JSON to every config call while the store cannot be read (at ${mount.mount})`, async () => {
    const core = await opened(mount)
    const screen = core.device()
    await screen.save()
    await core.sql(takeAway)
    for (const answer of [
      await screen.save(),
      await core.at(`/api/config/${screen.mac}`),
      await core.at(`/api/config/${screen.mac}/history`),
      await screen.activate(1),
    ]) {
      const body = answer.json() as { error: string; code: string; message: string; detail: string }
      assert.equal(
        [answer.status, body.code, body.detail, Object.keys(body)],
        [503, "store-failed", body.message, ["error", "code", "message", "detail"]],
      )
      assert.not.match(answer.text(), /folder-|\/tmp\//, "without a path of the server's")
    }
    await core.close()
  })

  test(`answers what needs no store, and what is wrong anyway, while the store cannot be read (at ${mount.mount})`, async () => {
    const core = await opened(mount)
    await core.sql(takeAway)
    const statuses = [
      await core.render("persona=ONE"),
      await core.preview(),
      await core.at("/api/render"),
      await core.render("mac=x"),
      await core.at("/api/config/x"),
      await core.post({ nickname: 5 }),
    ].map(({ status }) => status)
    await core.close()
    assert.equal(statuses, [200, 200, 400, 400, 400, 422])
  })

  test(`says at its health check while the store cannot be read (at ${mount.mount})`, async () => {
    const core = await opened(mount)
    const health = async (): Promise<unknown> => {
      core.clock.advance(1_000)
      const answer = await core.at("/api/health")
      const { status = "", code = "" } = answer.json() as { status?: string; code?: string }
      return [answer.status, status + code]
    }
    await core.sql(takeAway)
    assert.equal(await health(), [503, "store-failed"])
    await core.sql(bringBack)
    assert.equal(await health(), [200, "ok"])
    await core.close()
  })

  test(`goes on where it was once the store is back (at ${mount.mount})`, async () => {
    const core = await opened(mount)
    const screen = core.device()
    await screen.save({ strategy: "cycle", modes: ["ONE", "TWO"] })
    const before = await screen.config()
    const shown = [bar(await screen.render())]
    await core.sql(takeAway)
    for (let i = 0; i < 3; i++) await screen.render()
    await screen.save({ nickname: "lost" })
    await core.sql(bringBack)
    shown.push(bar(await screen.render()), bar(await screen.render()))
    assert.equal([shown, await screen.config()], [[1, 2, 1], before])
    assert.equal((await screen.save()).json(), { ok: true, config_id: 2 })
    await core.close()
  })

  test(`answers 503 for a device whose record is damaged, and for no other (at ${mount.mount})`, async () => {
    const core = await opened(mount)
    for (const [value, code] of [
      ['0 {"configs":', "store-failed"],
      ['0 {"configs":5}', "store-mismatch"],
    ] as const) {
      const [screen, other] = [core.device(), core.device()]
      await screen.save({ modes: ["ONE"] })
      await other.save({ modes: ["TWO"] })
      await core.sql(damaging("core", screen, value))
      const [render, config, saved, well] = [
        await screen.render(),
        await core.at(`/api/config/${screen.mac}`),
        await screen.save(),
        await other.render(),
      ]
      assert.equal(
        [render.status, render.headers["content-type"], flags(render)],
        [503, "image/bmp", { fallback: undefined, error: code }],
      )
      assert.equal([config.status, (config.json() as { code: string }).code, saved.status], [503, code, 503])
      assert.equal([well.status, bar(well)], [200, 2])
    }
    await core.close()
  })
}

for (const mount of MOUNTS) {
  test(`draws a picture with 200 on a full disk, and does not keep a device that boots waiting for another (at ${mount.mount})`, async () => {
    const core = await openCore(mount)
    const screen = core.device()
    assert.is((await screen.save()).status, 200)
    fillDisk(core)
    const answers = [await screen.render(), await screen.render(), await screen.render()]
    const [raw, saved] = [await screen.render("w=400&h=300&colors=4"), await screen.save()]
    await core.close()
    for (const answer of answers)
      assert.equal(
        [answer.status, answer.headers["content-type"], answer.body.length, answer.headers["x-render-error"]],
        [200, "image/bmp", 5_182, "disk-full"],
      )
    assert.is(answers[2]!.headers["x-content-fallback"], undefined, "the third is shown")
    assert.equal(
      [raw.status, raw.body.length, saved.status, (saved.json() as { code: string }).code],
      [200, 30_000, 503, "disk-full"],
    )
  })
}

test.run()
