import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended } from "./extended-stage.js"

const test = suite("editions: reserved modes")

for (const id of ["VOCAB_REVIEW", "AI_CHAT"])
  test(`nobody makes a mode ${id}, over which devices draw a page of their own`, async () => {
    const server = await openExtended()
    const { mac, owner } = await server.owned()
    const { headers } = owner
    const definition = {
      spec: 1,
      id,
      title: { en: "Mine" },
      fields: {},
      content: { pool: { en: [{}] } },
      view: { type: "text", text: "Mine" },
    }
    for (const [path, body] of [
      ["/api/modes/custom", { ...definition, mac }],
      ["/api/modes/custom/preview", { mode_def: definition, w: 400, h: 300 }],
    ] as const) {
      const answer = await server.post(path, body, headers)
      assert.is(answer.status, 422, answer.text())
      assert.match(answer.text(), "devices draw over themselves")
    }
    const other = await server.post("/api/modes/custom", { ...definition, id: "MY_REVIEW", mac }, headers)
    assert.is(other.status, 200, other.text())
    await server.close()
  })

test.run()
