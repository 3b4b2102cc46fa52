import { DRAW } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels, inked, pngPixels, samePixels } from "../devices/pixels.js"
import { exchange, head } from "../kernel/http/exchange.js"
import { underBoth } from "./core-stage.js"
import type { Core } from "./core-stage.js"
import { flags, WELL } from "./shown.js"

/** The core document: what /api/render and /api/preview take, and what they answer. */
const test = suite("editions/core")
const both = underBoth(test)

const SHAPE = { width: 296, height: 128, palette: "bw", codec: "bmp", language: "en" }
const MAC = "AA:BB:CC:DD:EE:FF"

function notice(
  { stage }: Core,
  message: string,
  shape: Partial<typeof SHAPE> = {},
  title = "The address is not right",
): Buffer {
  return Buffer.from(stage.app.get(DRAW).notice({ ...SHAPE, ...shape }, { title, message }).bytes)
}

both("answers a render with status 200 and a one-bit BMP of 400 x 300", async ({ at }) => {
  const answer = await at("/api/render?v=3.7")
  assert.equal(
    [answer.status, answer.headers["content-type"], answer.body.length, flags(answer)],
    [200, "image/bmp", 15_662, WELL],
  )
  const { width, height, colours } = bmpPixels(answer.body)
  assert.equal([width, height, [...new Set(colours)].sort()], [400, 300, [0x000000, 0xffffff]])
})

both("answers a preview with the same page as a PNG", async ({ at }) => {
  for (const query of [
    "v=3.7",
    "v=3.1&w=296&h=128",
    "v=3.25&persona=ZEN&lang=zh&w=648&h=480",
    `v=3.7&mac=${MAC}&rssi=-60`,
  ]) {
    const [device, browser] = [await at(`/api/render?${query}`), await at(`/api/preview?${query}`)]
    assert.equal([browser.status, browser.headers["content-type"]], [200, "image/png"])
    samePixels(pngPixels(browser.body).colours, bmpPixels(device.body).colours, query)
  }
})

for (const route of ["render", "preview"] as const) {
  both(`answers a ${route} without v with 400 and a notice that names it`, async (core) => {
    for (const [query, language, title, message] of [
      [
        "",
        "en",
        "The address is not right",
        'The parameter "v" is wrong: must be the volts of the battery, such as v=3.7. Correct the address.',
      ],
      ["&lang=zh", "zh", "请求地址有误", "参数 v 不对，请检查设备的设置。"],
    ] as const) {
      const answer = await core.at(`/api/${route}?w=296&h=128${query}`)
      assert.equal([answer.status, flags(answer)], [400, { fallback: undefined, error: "bad-input" }])
      const drawn = notice(core, message, { language, codec: route === "render" ? "bmp" : "png" }, title)
      assert.ok(answer.body.equals(drawn), `the notice in ${language} names v and says what to do`)
    }
  })
}

both("draws a page for a battery that could not be measured, and takes a comma for a point", async ({ at }) => {
  const drawn = async (v: string): Promise<Buffer> => {
    const { status, body } = await at(`/api/render?v=${encodeURIComponent(v)}&w=296&h=128`)
    assert.is(status, 200, v)
    return body
  }
  for (const v of ["nan", "-nan", "NaN", "inf", "-inf", "Infinity", "null", "", " "])
    assert.ok((await drawn(v)).equals(await drawn("3.3")), `${v}: nothing is known of it`)
  assert.ok((await drawn("3,25")).equals(await drawn("3.25")))
  assert.not.ok((await drawn("3,25")).equals(await drawn("3.3")))
})

for (const v of ["full", "nano", "3,7,1", "3.7V", "0x3", "3.7.1", "--3", "[3.7]", "%00", "三"]) {
  both(`answers v=${v} with 400 and a notice that names it`, async (core) => {
    const sentence = 'The parameter "v" is wrong: must be a number. Correct the address.'
    const query = `w=296&h=128&v=${v.startsWith("%") ? v : encodeURIComponent(v)}`
    const [device, browser] = [await core.at(`/api/render?${query}`), await core.at(`/api/preview?${query}`)]
    assert.equal(
      [device.status, device.headers["content-type"], browser.status, browser.headers["content-type"]],
      [400, "image/bmp", 400, "image/png"],
    )
    assert.ok(device.body.equals(notice(core, sentence)))
    samePixels(pngPixels(browser.body).colours, bmpPixels(device.body).colours)
  })
}

both("takes volts as any program writes a float", async ({ at, render }) => {
  const { body } = await render()
  for (const v of [
    "3.7",
    "3.70",
    "+3.7",
    "%203.7%20",
    "03.7",
    "3.7000000000000002",
    "4",
    "3.4000000953674316",
    "999999999",
    "12345678901234",
  ]) {
    const answer = await at(`/api/render?w=296&h=128&v=${v}`)
    assert.is(answer.status, 200, v)
    assert.ok(answer.body.equals(body), `${v} V is a full battery`)
  }
})

const [WIDTH, HEIGHT] = ["must be a whole number from 100 to 1600", "must be a whole number from 100 to 1200"]
for (const [name, value, rule, size] of [
  ["w", "99", "must be 100 to 1600", [400, 128]],
  ["w", "1601", "must be 100 to 1600", [400, 128]],
  ["w", "0", "must be 100 to 1600", [400, 128]],
  ["w", "-400", "must be 100 to 1600", [400, 128]],
  ["h", "99", "must be 100 to 1200", [296, 300]],
  ["h", "1201", "must be 100 to 1200", [296, 300]],
  ["w", "", WIDTH, [400, 128]],
  ["w", "wide", WIDTH, [400, 128]],
  ["w", "400.5", WIDTH, [400, 128]],
  ["w", "4e2", WIDTH, [400, 128]],
  ["h", "0x80", HEIGHT, [296, 300]],
  ["h", "99999999999999999999", HEIGHT, [296, 300]],
  ["colors", "1", "must be 2 to 4", [296, 128]],
  ["colors", "5", "must be 2 to 4", [296, 128]],
  ["colors", "red", "must be a whole number from 2 to 4", [296, 128]],
  ["refresh_min", "0", "must be 1 to 1440", [296, 128]],
  ["refresh_min", "1441", "must be 1 to 1440", [296, 128]],
  ["lang", "english please", "must be a language tag, such as en or zh", [296, 128]],
] as const) {
  both(`answers ${name}=${value} with 400 and a notice of ${size.join(" x ")} that names it`, async (core) => {
    const [width, height] = size
    const query = `v=3.7&${name === "w" ? "" : "w=296&"}${name === "h" ? "" : "h=128&"}${name}=${encodeURIComponent(value)}`
    const [device, browser] = [await core.at(`/api/render?${query}`), await core.at(`/api/preview?${query}`)]
    assert.equal(
      [device.status, device.headers["content-type"], flags(device)],
      [400, "image/bmp", { fallback: undefined, error: "bad-input" }],
    )
    assert.ok(
      device.body.equals(
        notice(core, `The parameter "${name}" is wrong: ${rule}. Correct the address.`, { width, height }),
      ),
    )
    assert.equal([browser.status, browser.headers["content-type"]], [400, "image/png"])
    samePixels(pngPixels(browser.body).colours, bmpPixels(device.body).colours)
  })
}

for (const [w, h] of [
  [100, 100],
  [1600, 1200],
  [100, 1200],
  [1600, 100],
  [101, 103],
  [399, 299],
] as const) {
  both(`draws ${w} x ${h} on both`, async ({ at }) => {
    const [device, browser] = [
      await at(`/api/render?v=3.7&w=${w}&h=${h}`),
      await at(`/api/preview?v=3.7&w=${w}&h=${h}`),
    ]
    const [bmp, png] = [bmpPixels(device.body), pngPixels(browser.body)]
    assert.equal([device.status, bmp.width, bmp.height, browser.status, png.width, png.height], [200, w, h, 200, w, h])
    samePixels(png.colours, bmp.colours)
  })
}

both("takes 400 for a width and 300 for a height that are not said", async ({ at }) => {
  const { body } = await at("/api/render?v=3.7&w=400&h=300&colors=2")
  for (const query of ["v=3.7", "v=3.7&w=400", "v=3.7&h=300"])
    assert.ok((await at(`/api/render?${query}`)).body.equals(body), query)
  const { width, height } = bmpPixels((await at("/api/render?v=3.7&w=500")).body)
  assert.equal([width, height], [500, 300])
})

both("sends three and four inks as 30,000 bytes of codes 0 to 3, top-down", async ({ at }) => {
  for (const [colors, v, codes] of [
    [4, "3.25", [0, 1, 2]],
    [4, "3.1", [0, 1, 3]],
    [3, "3.1", [0, 1, 3]],
    [3, "3.25", [0, 1]],
  ] as const) {
    const query = `persona=MEMO&v=${v}&w=400&h=300&colors=${colors}`
    const { status, headers, body } = await at(`/api/render?${query}`)
    assert.equal(
      [status, headers["content-type"], headers["content-length"], body.length],
      [200, "application/octet-stream", "30000", 30_000],
    )
    const pixels = unpacked(body, 400, 300)
    assert.equal([...new Set(pixels)].sort(), codes, `${colors} inks at ${v} V`)
    samePixels(inked(pixels), pngPixels((await at(`/api/preview?${query}`)).body).colours, `top-down: ${query}`)
  }
})

for (const [w, h, bytes] of [
  [101, 100, 2_600],
  [102, 100, 2_600],
  [103, 101, 2_626],
  [104, 100, 2_600],
  [399, 299, 29_900],
  [1599, 1199, 479_600],
] as const) {
  both(`pads each raw row of ${w} x ${h} to a whole byte`, async ({ at }) => {
    for (const colors of [3, 4]) {
      const { status, headers, body } = await at(`/api/render?v=3.1&w=${w}&h=${h}&colors=${colors}`)
      assert.equal([status, body.length, headers["content-length"]], [200, bytes, String(bytes)])
      samePixels(
        inked(unpacked(body, w, h)),
        pngPixels((await at(`/api/preview?v=3.1&w=${w}&h=${h}&colors=${colors}`)).body).colours,
      )
    }
  })
}

both("writes a notice in the format of the panel that asks", async (core) => {
  for (const colors of [3, 4]) {
    const answer = await core.at(`/api/render?v=x&colors=${colors}`)
    assert.equal(
      [answer.status, answer.headers["content-type"], answer.body.length],
      [400, "application/octet-stream", 30_000],
    )
  }
})

both("draws the same whatever a device says beside what is asked", async ({ render }) => {
  const { body } = await render()
  for (const query of [
    "bpp=1",
    "bpp=2",
    "bpp=x",
    "bpp=",
    "rssi=-42",
    "rssi=",
    "rssi=abc",
    "rssi=99999999999",
    "rssi=3.5",
    "rssi=%00",
    "nobody=knows",
    "__proto__=1",
    "constructor=1",
    "next=x",
    "next=0",
    "next=1",
    "refresh_min=1440",
    "mac=",
    "persona=",
    "v=3.70",
    "w=1&w=296",
    "v=x&v=3.7",
  ]) {
    const answer = await render(query)
    assert.is(answer.status, 200, query)
    assert.ok(answer.body.equals(body), query)
  }
})

both("draws the same for any User-Agent, and for none", async ({ at, port, base, render }) => {
  const { body } = await render()
  for (const agent of [
    "ESP32HTTPClient",
    "platen-epd/4.2 (ESP32-C3; bwry)",
    "",
    " ",
    "Mozilla/5.0 (X11; Linux x86_64)",
    "\"';<>{}[]\\",
    "\xe9\xff",
    "x".repeat(4_000),
  ]) {
    const answer = await render("", { headers: { "user-agent": agent } })
    assert.equal([answer.status, answer.body.equals(body)], [200, true], agent)
  }
  const none = await exchange(port, head(`${base}/api/render?v=3.7&w=296&h=128`, "GET", "Connection: close"))
  assert.ok(none.endsWith(body.toString("latin1")))
  const health = await at("/api/health", { headers: { "user-agent": "x" } })
  assert.is(health.status, 200)
})

both("asks for no credential, and looks at none that is sent", async ({ at, render, device }) => {
  const { body } = await render()
  for (const headers of [
    { "x-device-token": "wrong" },
    { authorization: "Bearer x" },
    { authorization: "Basic ==" },
    { cookie: "ink_session=x" },
    { "x-agent-token": "x" },
  ] as Readonly<Record<string, string>>[]) {
    assert.ok((await render("", { headers })).body.equals(body))
    assert.is((await device().render("", { headers })).status, 200)
    assert.is((await at(`/api/config/${MAC}`, { headers })).status, 404, "none was saved yet")
  }
})

both("gives the same bytes for the same request", async ({ at, render, preview }) => {
  for (const query of ["", "colors=4", "persona=CALENDAR&lang=zh", "w=800&h=480", `mac=${MAC}`]) {
    for (const call of [render, preview]) {
      const [first, second] = [await call(query), await call(query)]
      assert.ok(first.body.equals(second.body), query)
      assert.is(first.headers.etag, second.headers.etag)
    }
  }
  const [first, second] = [await at("/api/render?v=x"), await at("/api/render?v=x")]
  assert.ok(first.body.equals(second.body), "notices too")
})

/** The codes of raw rows, each padded to a whole byte. */
function unpacked(bytes: Buffer, width: number, height: number): Uint8Array {
  const stride = Math.ceil(width / 4)
  const codes = new Uint8Array(width * height)
  for (let i = 0; i < codes.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    codes[i] = (bytes[y * stride + (x >> 2)]! >> (6 - 2 * (x & 3))) & 3
  }
  return codes
}

test.run()
