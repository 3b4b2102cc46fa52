import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"

const test = suite("editions/extended: devices that are owned")

let extended: Extended
test.before(async () => {
  extended = await openExtended()
})
test.after(() => extended.close())

test("shows a device without an owner how to get one, and its owner's page once it has one", async () => {
  const stranger = await extended.device()
  const paired = await stranger.render()
  assert.equal(
    [paired.status, paired.headers["content-type"], paired.body.length, paired.headers["x-refresh-minutes"]],
    [200, "image/bmp", 5_182, "10"],
  )
  const own = await extended.owned()
  const page = await own.render()
  assert.equal(
    [page.status, page.body.length, page.headers["x-refresh-minutes"], page.headers["x-pending-refresh"]],
    [200, 5_182, "60", "1"],
  )
  assert.not.equal(page.body, paired.body)
})

test.run()
