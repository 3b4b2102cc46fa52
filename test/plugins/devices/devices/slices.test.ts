import path from "node:path"
import { definePlugin, z } from "platen/sdk"
import { DEVICES, defineSlice } from "platen/sdk/device"
import { defineRoute, ROUTES } from "platen/sdk/http"
import { macParams } from "platen/sdk/kit"
import { fakeClock, openStage } from "platen/testing"
import type { Stage, StageDevice } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { backUp, restore } from "../../../../plugins/operation/storage-sqlite/backup.js"
import { emptyFolder, placeIn } from "../../../kernel/storage/setting.js"

const test = suite("devices/slices of a plugin outside the tree")

const first = defineSlice("outside/notes", z.object({ notes: z.array(z.string()).default([]) }))
/** Its second version: a note has a time. */
const second = defineSlice(
  "outside/notes",
  z.object({ notes: z.array(z.object({ text: z.string(), at: z.number() })).default([]) }),
  {
    version: 2,
    migrate: (value) => ({ notes: (value as { notes: string[] }).notes.map((text) => ({ text, at: 0 })) }),
  },
)
/** As the first, but it was changed without a new version: a number where texts are. */
const careless = defineSlice("outside/notes", z.object({ notes: z.number().default(7) }))

/** A plugin whose only data of a device is its slice: it reads it on GET, and adds to it on POST. */
function outside<T extends object>(slice: ReturnType<typeof defineSlice<T>>, add: (value: T) => Partial<T>) {
  return definePlugin({
    id: "outside",
    needs: { devices: DEVICES },
    setup: ({ devices }) => [
      ROUTES.of(
        ...(["GET", "POST"] as const).map((method) =>
          defineRoute({
            method,
            path: "/api/device/:mac/notes",
            areas: ["extended"],
            auth: "open",
            summary: "Notes.",
            params: macParams,
            handle: async ({ params: { mac }, area }) => {
              const device =
                method === "GET"
                  ? await devices.get(area.realm, mac)
                  : await devices.update(area.realm, mac, (known) => known?.with(slice, add(known.get(slice))))
              return { body: device?.get(slice) ?? { notes: "no device" } }
            },
          }),
        ),
      ),
    ],
  })
}
const v1 = outside(first, ({ notes }) => ({ notes: [...notes, `note ${notes.length + 1}`] }))
const v2 = outside(second, ({ notes }) => ({ notes: [...notes, { text: "new", at: 5 }] }))

interface Setting {
  folder: string
  clock: ReturnType<typeof fakeClock>
  stage: Stage
  device: StageDevice
}
const context: Partial<Setting> = {}
const opened = (folder: string, plugins: Parameters<typeof openStage>[0] extends infer O ? O : never): Promise<Stage> =>
  openStage({ dataFolder: folder, clock: context.clock!, ...plugins })

test.before.each(async () => {
  context.clock = fakeClock()
  context.folder = emptyFolder()
  context.stage = await opened(context.folder, { plugins: [v1] })
  context.device = await context.stage.device()
  await context.device.pair(await context.stage.person())
  await context.device.post("notes")
  await context.device.post("notes")
})

async function reopened(plugins: Parameters<typeof openStage>[0]): Promise<Stage> {
  await context.stage!.close()
  return (context.stage = await opened(context.folder!, plugins))
}
const notesOf = async (stage: Stage): Promise<unknown> =>
  ((await stage.call(`/api/device/${context.device!.mac}/notes`)).json() as { notes: unknown }).notes
const rendered = async (stage: Stage): Promise<number> =>
  (await stage.call(`/api/render?v=3.7&w=296&h=128&mac=${context.device!.mac}`, { headers: context.device!.headers }))
    .status

test("stays through renders, switching the plugin off and on again", async () => {
  assert.equal(await notesOf(context.stage!), ["note 1", "note 2"])
  assert.is(await rendered(context.stage!), 200)
  const without = await reopened({})
  for (let i = 0; i < 3; i++) assert.is(await rendered(without), 200)
  assert.is((await without.call(`/api/device/${context.device!.mac}/notes`)).status, 404)
  assert.equal(await notesOf(await reopened({ plugins: [v1] })), ["note 1", "note 2"])
  await context.stage!.close()
})

test("stays through a backup and its restoring", async () => {
  const file = path.join(emptyFolder(), "backup.db")
  await backUp(placeIn(context.folder!, context.clock!), file)
  await context.device!.post("notes")
  assert.equal(await notesOf(context.stage!), ["note 1", "note 2", "note 3"])
  await context.stage!.close()
  await restore(placeIn(context.folder!, context.clock!), file, async () => {})
  context.stage = await opened(context.folder!, { plugins: [v1] })
  assert.equal(await notesOf(context.stage), ["note 1", "note 2"])
  await context.stage.close()
})

test("is read by a new version of the plugin, and written as it from then on", async () => {
  const stage = await reopened({ plugins: [v2] })
  const before = [
    { text: "note 1", at: 0 },
    { text: "note 2", at: 0 },
  ]
  assert.equal(await notesOf(stage), before)
  await stage.call(`/api/device/${context.device!.mac}/notes`, { method: "POST" })
  assert.equal(await notesOf(stage), [...before, { text: "new", at: 5 }])
  // The earlier version cannot read it: it begins anew, says so, and loses nothing.
  const earlier = await reopened({ plugins: [v1] })
  assert.equal(await notesOf(earlier), [])
  assert.equal(
    earlier.log.lines
      .filter(({ event }) => event === "device-slice.replaced")
      .map(({ fields }) => (fields as { slice?: string }).slice),
    ["outside/notes"],
  )
  assert.equal(await notesOf(await reopened({ plugins: [v2] })), [...before, { text: "new", at: 5 }])
  await context.stage!.close()
})

test("keeps a value aside that no longer fits when it is written anew", async () => {
  const stage = await reopened({ plugins: [outside(careless, ({ notes }) => ({ notes: notes + 1 }))] })
  assert.is(await notesOf(stage), 7)
  assert.is(await rendered(stage), 200)
  await stage.call(`/api/device/${context.device!.mac}/notes`, { method: "POST" })
  assert.is(await notesOf(stage), 8)
  const device = await stage.app.get(DEVICES).get("extended", context.device!.mac)
  const aside = defineSlice("outside/notes?", z.object({ notes: z.array(z.string()).default([]) }))
  assert.equal(device!.get(aside).notes, ["note 1", "note 2"])
  await stage.close()
})

test("is refused whole when a new value does not fit, and the old one stays", async () => {
  const wrong = outside(first, () => ({ notes: [5] }) as never)
  const stage = await reopened({ plugins: [wrong] })
  const answer = await stage.call(`/api/device/${context.device!.mac}/notes`, { method: "POST" })
  assert.is(answer.status, 500)
  assert.equal(await notesOf(stage), ["note 1", "note 2"])
  await stage.close()
})

test("is forgotten with the device, while the plugin is off too", async () => {
  const stage = await reopened({})
  await stage.app.get(DEVICES).forget("extended", context.device!.mac)
  const again = await reopened({ plugins: [v1] })
  assert.is(await notesOf(again), "no device")
  await again.device(context.device!.mac)
  assert.equal(await notesOf(again), [])
  await again.close()
})

test.run()
