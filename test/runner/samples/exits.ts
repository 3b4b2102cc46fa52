import { suite } from "uvu"

const test = suite("exits")
test("ends its process", () => process.exit(3))
test.run()
