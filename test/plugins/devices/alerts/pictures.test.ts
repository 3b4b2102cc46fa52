import type { Service } from "platen/sdk"
import type { Draw, DrawRequest, Picture } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { localTime } from "platen/sdk/kit"
import { pictures } from "../../../../plugins/devices/alerts/pictures.js"
import type { Alert } from "../../../../plugins/devices/alerts/slice.js"
import { deviceOf } from "../../known-devices.js"

const test = suite("plugins/devices/alerts/pictures")

const service = { localTime, defaults: { language: "zh", mode: "DAILY", timeZone: "Asia/Shanghai" } } as Service
const said: Alert = {
  sender: "Anna",
  message: "Now",
  level: "critical",
  at: Date.parse("2026-11-21T22:07:59Z"),
  until: 0,
}
const drawn: Picture = {
  bytes: new Uint8Array(1),
  type: "image/bmp",
  etag: '"a"',
  mode: "ALERT",
  text: "",
  origin: "fresh",
  isFallback: false,
  cached: false,
  contentMs: 0,
  drawMs: 0,
}

function drawing(answer: () => Promise<Picture>): { readonly draw: Draw; readonly asked: DrawRequest[] } {
  const asked: DrawRequest[] = []
  return {
    asked,
    draw: {
      picture: (request) => {
        asked.push(request)
        return answer()
      },
      notice: () => drawn,
      page: () => Promise.reject(new Error("no page is asked for")),
      prepare: () => Promise.reject(new Error("nothing is made ahead")),
      bitmap: () => Promise.reject(new Error("no bitmap is asked for")),
    },
  }
}

test("asks for a page of one bit a pixel with the time of the sending, in the operator's language and zone, of which nothing is kept", async () => {
  const { draw, asked } = drawing(async () => drawn)
  assert.is(await pictures(draw, service)(said, deviceOf(), { w: 296, h: 128 }), drawn)
  assert.equal(asked, [
    {
      modes: ["ALERT"],
      settings: { ALERT: { sender: "Anna", message: "Now", critical: true, hour: 6, minute: 7 } },
      language: "zh",
      timeZone: "Asia/Shanghai",
      width: 296,
      height: 128,
      palette: "bw",
      codec: "bmp",
      purpose: "trial",
    },
  ])
})

for (const [what, answer] of [
  ["a notice", async () => ({ ...drawn, mode: undefined, origin: "notice" })],
  ["another page", async () => ({ ...drawn, mode: "DAILY" })],
  ["a failure", async () => ({ ...drawn, failure: "content-failed" })],
  ["an error", () => Promise.reject(new Error("x is undefined"))],
] as const) {
  test(`rejects with 503 when it gets ${what}`, async () => {
    const error = await pictures(drawing(answer as () => Promise<Picture>).draw, service)(said, deviceOf(), {
      w: 296,
      h: 128,
    }).then(
      () => undefined,
      (thrown: unknown) => thrown as { status: number },
    )
    assert.is(error?.status, 503)
  })
}

test.run()
