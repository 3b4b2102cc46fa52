import { definePlugin, onListening } from "platen/sdk"
import type { Listening } from "platen/sdk"
import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { refused } from "../../refused.js"
import { giving, hosting } from "./hosting.js"

const test = suite("listening")

test("tells every plugin, in the order in which they were set up, and waits for each", async () => {
  const told: string[] = []
  const { host, start } = hosting()
  await start(
    ["a", "b"].map((id) =>
      giving(
        id,
        onListening(async ({ port }) => {
          await Promise.resolve()
          told.push(`${id} ${port}`)
        }),
      ),
    ),
  )
  assert.equal(told, [])
  await host.listening({ port: 80, url: "http://localhost" })
  assert.equal(told, ["a 80", "b 80"])
})

test("says which plugin fails at it", async () => {
  const { host, start } = hosting()
  await start([
    giving(
      "a",
      onListening(() => {
        throw new Error("no ink")
      }),
    ),
  ])
  await refused(() => host.listening({ port: 80, url: "http://localhost" }), '"a"', "no ink", "turn it off")
})

test("says which port the server has, and the address at which people reach it", async () => {
  const told: Listening[] = []
  const stage = await openStage({
    server: { publicUrl: "https://screens.example.org/" },
    plugins: [
      definePlugin({
        id: "ear",
        setup: () => [
          onListening((at) => {
            told.push(at)
          }),
        ],
      }),
    ],
  })
  const port = await stage.app.listen()
  await stage.close()
  assert.equal(
    told.map((at) => [at.port, at.url]),
    [[port, "https://screens.example.org"]],
  )
})

test.run()
