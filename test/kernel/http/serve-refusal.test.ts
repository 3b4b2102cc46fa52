import { Forbidden, Unauthenticated } from "platen/sdk"
import type { Policy } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "./ask.js"
import { echo, listening, routeTo } from "./listening.js"

const test = suite("http/serve-refusal")

const policies: readonly Policy[] = [
  { id: "admits", admit: () => ({ kind: "grant", subject: "admits" }) },
  { id: "passes", admit: () => undefined },
  { id: "refuses", admit: () => new Forbidden("This is not yours.", { code: "not-yours" }) },
  { id: "objects", admit: async () => new Forbidden("That is not yours either.", { code: "not-yours-either" }) },
  {
    id: "throws",
    admit: () => {
      throw new Unauthenticated("Your token is wrong.", { code: "token-wrong" })
    },
  },
]

for (const [anyOf, outcome] of [
  [["refuses", "admits"], "admits"],
  [["admits", "refuses"], "admits"],
  [["passes", "refuses", "admits"], "admits"],
  [["refuses"], "not-yours"],
  [["refuses", "passes"], "not-yours"],
  [["passes", "refuses"], "not-yours"],
  [["objects", "refuses"], "not-yours-either"],
  [["refuses", "throws", "admits"], "token-wrong"],
  [["throws", "refuses"], "token-wrong"],
  [["passes"], "unauthenticated"],
] as const) {
  test(`answers ${outcome} where the policies ${anyOf.join(", ")} are asked`, async () => {
    const { port, server } = await listening([routeTo("/x", echo, { auth: { anyOf } })], { policies })
    const answer = await ask(port, "/x")
    await server.close()
    const { code: error, principal } = answer.json() as { code?: string; principal?: { subject: string } }
    assert.is(error ?? principal?.subject, outcome)
    assert.is(answer.status, outcome === "admits" ? 200 : outcome.startsWith("not") ? 403 : 401)
  })
}

test("lets a call through whose policies only may tell who calls, whatever they refuse", async () => {
  const { port, server } = await listening(
    [routeTo("/x", echo, { auth: { anyOf: ["refuses", "throws"], optional: true } })],
    { policies },
  )
  const answer = await ask(port, "/x")
  await server.close()
  assert.equal([answer.status, (answer.json() as { principal?: unknown }).principal], [200, undefined])
})

test.run()
