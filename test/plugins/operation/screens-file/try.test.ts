import { suite } from "uvu"
import { openHome } from "./home.js"
const test = suite("try")
test("x", async () => {
  const home = await openHome()
  const e = await home.run("export")
  console.log(e)
  console.log(e.stdout)
  console.log(await home.apply(e.stdout))
  await home.close()
})
test.run()
