import { suite } from "uvu"
import * as assert from "uvu/assert"

const test = suite("mixed")
test("passes", () => assert.ok(true))
test("passes too", () => assert.ok(true))
test("fails", () => assert.is(1, 2))
test.skip("is skipped")
test.run()
