import { readFileSync, writeFileSync } from "node:fs"
import { SERVED_ROUTES } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { routeLines } from "../plugins/tools/workbench/plugins.js"
import { openStage } from "./testing/index.js"

const test = suite("routes")
const FILE = new URL("../../test/routes.txt", import.meta.url)

test("are those of the committed table: edition, method, path, who is let in (UPDATE=1 writes it)", async () => {
  const { app, close } = await openStage({ config: { "edition-core": { mount: "/core" } } })
  const lines = `${routeLines(app.get(SERVED_ROUTES).list()).join("\n")}\n`
  await close()
  if (process.env.UPDATE === "1") writeFileSync(FILE, lines)
  assert.fixture(readFileSync(FILE, "utf8"), lines)
})

test.run()
