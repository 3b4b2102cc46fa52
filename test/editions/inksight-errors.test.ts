import { fakeFetch } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"

/** What InkSight's web app, mobile app and alert skill make of an error. */
const test = suite("inksight errors")

let here: Extended
test.before(async () => {
  here = await openExtended({ fetch: fakeFetch({ "https://example.org/gone.bin": 404 }) })
})
test.after(() => here.close())

interface ErrorJson {
  readonly error: string
  readonly code: string
  readonly message: string
  readonly detail: string
}

/** The pages of accounts, claims and configs put `error` on the screen, whatever it is. */
const shownByPage = (answer: Answer): string => (answer.json() as ErrorJson).error
/** The mobile app takes the first of the three. */
const shownByApp = (answer: Answer): string => {
  const { error, detail, message } = answer.json() as ErrorJson
  return error || detail || message
}
const SENTENCE = /^[\p{Lu}"].* .*\.$/u

test("shows people a sentence where it showed a code", async () => {
  const [{ headers }, screen] = [await here.person(), await here.owned()]
  for (const [answer, status, code] of [
    [await here.post("/api/claim/consume", { pair_code: "999999" }, headers), 404, "code-not-found"],
    [await here.post("/api/config", { mac: screen.mac, refreshInterval: 5 }, screen.owner.headers), 422, "invalid"],
    [await here.post("/api/auth/login", { username: "nobody", password: "a wrong password" }), 401, "unauthenticated"],
    [await here.at("/api/auth/me"), 401, "unauthenticated"],
    [await here.at(`/api/user/devices/${screen.mac}/members`, { headers }), 403, "forbidden"],
    [await here.at("/api/device/none/state"), 400, "bad-input"],
    [await here.at("/api/nowhere"), 404, "not-found"],
    [await here.post("/api/health"), 405, "method-not-allowed"],
  ] as const) {
    assert.equal([answer.status, (answer.json() as ErrorJson).code], [status, code])
    assert.match(shownByPage(answer), SENTENCE)
    assert.is(shownByApp(answer), (answer.json() as ErrorJson).message)
  }
})

test("shows people a sentence where a previewed page fails", async () => {
  const stream = (
    await here.at("/api/preview/stream?persona=LIFEBAR&mode_override=%7B%22lifeExpectancy%22%3A5%7D")
  ).text()
  const { error, message } = JSON.parse(stream.split("event: error\ndata: ")[1]!.split("\n")[0]!) as ErrorJson
  assert.equal([error, SENTENCE.test(error)], [message, true])
})

test("gives the flasher's page the codes that it knows", async () => {
  for (const [path, status, error] of [
    ["releases/latest", 404, "firmware_release_not_found"],
    ["validate-url?url=ftp://example.org/a.bin", 400, "invalid_firmware_url"],
    ["validate-url?url=https://example.org/gone.bin", 503, "firmware_url_unreachable"],
  ] as const) {
    const answer = await here.at(`/api/firmware/${path}`)
    assert.equal([answer.status, shownByPage(answer), (answer.json() as ErrorJson).code], [status, error, error])
    assert.match((answer.json() as ErrorJson).message, SENTENCE)
  }
})

test("gives the alert skill the codes that it knows", async () => {
  const screen = await here.owned()
  const send = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
    screen.post("alert", { sender: "CI", message: "The build is red." }, headers)
  const nothing = await send({})
  const wrong = await send({ "x-agent-token": "guessed" })
  const stranger = await screen.post("alert-token", {}, (await here.person()).headers)
  assert.equal(
    [nothing, wrong, stranger].map((answer) => [answer.status, shownByPage(answer)]),
    [
      [401, "missing_agent_token"],
      [403, "invalid_agent_token"],
      [403, "owner_required"],
    ],
  )
  assert.equal(
    [nothing, wrong, stranger].map((answer) => (answer.json() as ErrorJson).code),
    ["agent-token-missing", "agent-token-invalid", "forbidden"],
  )
  for (const answer of [nothing, wrong, stranger]) assert.match((answer.json() as ErrorJson).message, SENTENCE)
})

test.run()
