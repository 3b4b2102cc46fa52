import path from "node:path"
import { setImmediate } from "node:timers/promises"
import { z } from "platen/sdk"
import { DECODERS, PICTURES } from "platen/sdk/drawing"
import { column, image, MODES, stack, text, DRAW } from "platen/sdk/mode"
import type { DrawRequest, Mode } from "platen/sdk/mode"
import { PNG } from "pngjs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { sqliteEngine } from "../../../../plugins/operation/storage-sqlite/sqlite.js"
import { fakeClock, openStage } from "../../../testing/index.js"
import type { FakeClock, Stage } from "../../../testing/index.js"
import { folderWith } from "../../../folder.js"
import { isSentence } from "../../../refused.js"
import { fakePicture } from "../pictures/fake-pictures.js"
import { giving, mode } from "../../../kernel/plugins/hosting.js"
import { envOf } from "../../../preview.js"

const test = suite("draw-pictures")

const settings = z.strictObject({ source: z.string(), words: z.string().default("") })

/** Shows the picture that its settings name, over the whole page. */
const PHOTO: Mode = mode("PHOTO", {
  settings,
  view: (_, context) => {
    const { source, words } = context.settings as z.output<typeof settings>
    return {
      language: "en",
      frame: "bare",
      body: stack({}, image(source), ...(words === "" ? [] : [column({}, text(words))])),
    }
  },
})

/** Reads fake pictures, in the process of the decoders. */
const DECODER = { id: "fake", module: new URL("../pictures/fake-reader.js", import.meta.url) }

interface World {
  readonly stage: Stage
  readonly clock: FakeClock
  readonly dataFolder: string
  request(source: string, parts?: Partial<DrawRequest>): DrawRequest
  give(name: string): Promise<string>
}

async function withWorld(
  work: (world: World) => Promise<void>,
  dataFolder = folderWith(),
  clock = fakeClock(),
): Promise<void> {
  const stage = await openStage({
    plugins: [giving("mine", MODES.of(PHOTO), DECODERS.of(DECODER))],
    dataFolder,
    clock,
  })
  try {
    await work({
      stage,
      clock,
      dataFolder,
      request: (source, parts) => ({
        modes: ["PHOTO"],
        settings: { PHOTO: { source } },
        language: "en",
        timeZone: "UTC",
        width: 200,
        height: 150,
        palette: "bw",
        codec: "png",
        ...parts,
      }),
      give: async (name) => (await stage.app.get(PICTURES).keep(fakePicture(20, 15, name))).id,
    })
  } finally {
    await stage.close()
  }
}

/** The pictures that the store holds. */
async function stored({ dataFolder, clock }: World): Promise<string[]> {
  const engine = await sqliteEngine(path.join(dataFolder, "platen.db"), clock)
  const prefix = "c/pictures/pictures/"
  const rows = await engine.scan({ prefix, limit: 100 })
  await engine.close()
  return rows.map(({ key }) => key.slice(prefix.length))
}

/** Resolves when the store holds a picture: what a page shows is written down behind its answer. */
async function untilStored(world: World, id: string): Promise<void> {
  for (let turns = 0; !(await stored(world)).includes(id); turns++) {
    assert.ok(turns < 2_000, "the picture was not kept")
    await setImmediate()
  }
}

test("draws a page with its picture where its box is", () =>
  withWorld(async ({ stage, request, give }) => {
    const { bytes, mode: drawn, failure } = await stage.app.get(DRAW).picture(request(await give("a")))
    assert.equal([drawn, failure], ["PHOTO", undefined])
    const { width, height, data } = PNG.sync.read(Buffer.from(bytes))
    assert.equal([width, height, new Set(data.filter((_, i) => i % 4 !== 3)).size], [200, 150, 1], "all black")
    assert.is(data[0], 0)
  }))

test("keeps what a device's page shows", () =>
  withWorld(async (world) => {
    const id = await world.give("a")
    await world.stage.app.get(DRAW).picture(world.request(id))
    await untilStored(world, id)
  }))

test("writes nothing for a preview", () =>
  withWorld(async (world) => {
    const [seen, shown] = [await world.give("seen"), await world.give("shown")]
    await world.stage.app.get(DRAW).picture(world.request(seen, { purpose: "trial" }))
    await world.stage.app.get(DRAW).picture(world.request(shown))
    await untilStored(world, shown)
    assert.equal(await stored(world), [shown])
  }))

test("keeps what a device's page shows in the minute in which it was looked at before", () =>
  withWorld(async (world) => {
    const id = await world.give("a")
    const looked = await world.stage.app.get(DRAW).picture(world.request(id, { purpose: "trial" }))
    const drawn = await world.stage.app.get(DRAW).picture(world.request(id))
    assert.is(drawn.etag, looked.etag)
    await untilStored(world, id)
  }))

test("shows what it kept after a restart", async () => {
  const [dataFolder, clock] = [folderWith(), fakeClock()]
  let id = ""
  await withWorld(
    async (world) => {
      id = await world.give("a")
      await world.stage.app.get(DRAW).picture(world.request(id))
      await untilStored(world, id)
    },
    dataFolder,
    clock,
  )
  await withWorld(
    async ({ stage, request }) => {
      assert.is((await stage.app.get(DRAW).picture(request(id))).mode, "PHOTO")
    },
    dataFolder,
    clock,
  )
})

test("draws the next mode in place of a picture that is gone, and says what happened", () =>
  withWorld(async ({ stage, request }) => {
    const {
      mode: drawn,
      failure,
      failureMessage,
    } = await stage.app.get(DRAW).picture(request("sha256-gone", { modes: ["PHOTO", "STOIC"] }))
    assert.equal([drawn, failure], ["STOIC", "picture-not-found"])
    assert.match(failureMessage!, /no picture "sha256-gone"/)
    isSentence(failureMessage!)
  }))

test("says on the glass that a picture is gone, when nothing else is to be shown", () =>
  withWorld(async ({ stage, request, give }) => {
    const { origin, failure, bytes } = await stage.app.get(DRAW).picture(request("sha256-gone"))
    assert.equal([origin, failure], ["notice", "picture-not-found"])
    const notice = PNG.sync.read(Buffer.from(bytes))
    assert.ok(notice.data.filter((_, i) => i % 4 === 0 && notice.data[i] === 0).length > 100, "there are words on it")
    assert.is(
      (await stage.app.get(DRAW).picture(request(await give("other")))).failure,
      undefined,
      "the next page has its picture",
    )
  }))

test("says so of every picture that never was one", () =>
  withWorld(async ({ stage, request }) => {
    for (const source of ["", "x".repeat(2_000), "../../etc/passwd", "\u0000"])
      assert.is(
        (await stage.app.get(DRAW).picture(request(source))).failure,
        "picture-not-found",
        JSON.stringify(source.slice(0, 20)),
      )
  }))

test("does not ask for a picture whose box has no size", () =>
  withWorld(async ({ stage, request }) => {
    const page = column(
      {},
      image("sha256-gone", { width: 0, height: 20 }),
      image("sha256-gone", { width: 20, height: 0 }),
    )
    assert.is((await envOf(stage.app, page, request(""))).pictures!.size, 0)
  }))

test("shows in a page of the same shape the picture that it names, not the one before", () =>
  withWorld(async ({ stage, give, request }) => {
    const ids = [await give("a"), (await stage.app.get(PICTURES).keep(fakePicture(5, 300, "square"))).id]
    const places: string[] = []
    for (const id of ids) {
      const page = column({}, image(id, { fit: "contain" }))
      const { pictures } = await envOf(stage.app, page, request(id))
      places.push([...pictures!.values()].map(({ left, width }) => `${left}, ${width} wide`).join())
    }
    assert.equal(places, ["0, 200 wide", "25, 150 wide"])
  }))

test.run()
