import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels } from "../devices/pixels.js"
import { ask } from "../kernel/http/ask.js"
import { openPairing } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"

const test = suite("editions/extended: the binding QR code")

let here: PairingStage
test.before(async () => {
  here = await openPairing()
})
test.after(() => here.close())

test("is a one-bit BMP of 400 x 300 for the device, its people and admins, and for nobody else", async () => {
  const [owned, otto] = [await here.owned(), await here.person()]
  await here.post(`/api/user/devices/${owned.mac}/share`, { username: otto.name }, owned.owner.headers)
  const pictures = await Promise.all(
    [owned.headers, owned.owner.headers, otto.headers, here.admin].map((headers) => owned.get("qr", headers)),
  )
  for (const { status, headers, body } of pictures) {
    assert.equal([status, headers["content-type"], body.length], [200, "image/bmp", 15_662])
    assert.ok(body.equals(pictures[0]!.body))
  }
  const { width, height } = bmpPixels(pictures[0]!.body)
  assert.equal([width, height], [400, 300])
  const stranger = await here.another(owned)
  for (const [headers, status] of [
    [{}, 401],
    [{ "x-device-token": "wrong" }, 401],
    [stranger.headers, 403],
    [(await here.person()).headers, 403],
  ] as const) {
    const refused = await owned.get("qr", headers)
    assert.equal(
      [refused.status, refused.headers["content-type"], bmpPixels(refused.body).width],
      [status, "image/bmp", 400],
    )
  }
})

test("leads to the server as it was called, or to its public address", async () => {
  const device = await here.device()
  const asked = (host: string): Promise<Buffer> =>
    ask(here.port, `/api/device/${device.mac}/qr`, { headers: { ...device.headers, host } }).then(({ body }) => body)
  const [one, other] = [await asked("192.168.1.2:3000"), await asked("192.168.1.3:3000")]
  assert.not.ok(one.equals(other))
  const known = await openPairing({ server: { publicUrl: "https://screens.example.org" } })
  const twin = await known.device(device.mac)
  const both = await Promise.all(
    ["192.168.1.2:3000", "192.168.1.3:3000"].map((host) =>
      ask(known.port, `/api/device/${device.mac}/qr`, { headers: { ...twin.headers, host } }),
    ),
  )
  assert.ok(both[0]!.body.equals(both[1]!.body) && !both[0]!.body.equals(one))
  await known.close()
})

test("is drawn whatever Host a caller makes up", async () => {
  const device = await here.device()
  for (const host of ["x".repeat(4_000), "a b", "[::1]", "user@host", "..", "%", "<script>"]) {
    const { status, body } = await ask(here.port, `/api/device/${device.mac}/qr`, {
      headers: { ...device.headers, host },
    })
    assert.equal([status, body.length], [200, 15_662], host.slice(0, 20))
    const page = await device.render("", { headers: { host } })
    assert.equal([page.status, page.headers["x-render-error"]], [200, undefined], host.slice(0, 20))
  }
})

test.run()
