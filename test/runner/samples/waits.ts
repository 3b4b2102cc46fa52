import { suite } from "uvu"

const test = suite("waits")
test("waits for nothing", () => new Promise(() => {}))
test.run()
