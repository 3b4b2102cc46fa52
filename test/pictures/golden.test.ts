import { existsSync, rmSync } from "node:fs"
import { column, text } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { painted } from "../setting.js"
import { golden } from "./golden.js"

const test = suite("golden")
const SHOWN = new URL("../../../build/pictures/scripts-forms.png", import.meta.url)

test("throws for a picture that differs, and lays both out side by side", async () => {
  if (process.env.UPDATE === "1") return
  const other = await painted(column({}, text("another page")), { width: 600, height: 110 })
  assert.throws(
    () => golden("scripts-forms", other),
    /scripts-forms differs from its golden in \d+ pixels: .*build.pictures.scripts-forms\.png/,
  )
  assert.ok(existsSync(SHOWN))
  rmSync(SHOWN)
})

test("throws for a picture of another size, and for one that has no golden", async () => {
  if (process.env.UPDATE === "1") return
  const small = await painted(column({}, text("x")), { width: 20, height: 20 })
  assert.throws(() => golden("scripts-forms", small), /in 66000 pixels/)
  rmSync(SHOWN)
  assert.throws(() => golden("no-such-picture", small), /no golden no-such-picture\.png/)
})

test.run()
