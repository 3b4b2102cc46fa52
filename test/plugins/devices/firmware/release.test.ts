import { suite } from "uvu"
import * as assert from "uvu/assert"
import { chipFamilyOf, firmwareOf } from "../../../../plugins/devices/firmware/release.js"
import type { EntryOptions } from "../../../../plugins/devices/firmware/release.js"
import { published, releaseOf } from "./world.js"

const test = suite("plugins/devices/firmware/release")

const names = (listed: unknown, options: EntryOptions = { name: "Platen" }): readonly string[] =>
  firmwareOf(listed, options)!.map(({ entry }) => `${entry.tag}/${entry.asset_name}`)

test("makes of an asset what the flasher reads", () => {
  assert.equal(firmwareOf([releaseOf("v1.2.3", ["epd_42_c3.bin"])], { name: "Glass" }), [
    {
      prerelease: false,
      entry: {
        version: "1.2.3",
        tag: "v1.2.3",
        published_at: published,
        download_url: "https://example.org/v1.2.3/epd_42_c3.bin",
        size_bytes: 1000,
        chip_family: "ESP32-C3",
        asset_name: "epd_42_c3.bin",
        manifest: {
          name: "Glass",
          version: "1.2.3",
          builds: [
            { chipFamily: "ESP32-C3", parts: [{ path: "https://example.org/v1.2.3/epd_42_c3.bin", offset: 0 }] },
          ],
        },
      },
    },
  ])
})

test("lists one entry for each .bin, in any case of letters, in the order of upstream", () => {
  const listed = [
    releaseOf("v3", ["b.bin", "a.BIN", "notes.txt", "a.bin.sha256", "bin"]),
    releaseOf("v2", ["x.elf"]),
    releaseOf("v1", []),
    releaseOf("v9", ["c.Bin"]),
  ]
  assert.equal(names(listed), ["v3/b.bin", "v3/a.BIN", "v9/c.Bin"])
  assert.equal(names([]), [])
})

test("leaves drafts out and keeps pre-releases", () => {
  const listed = [
    releaseOf("v3", ["a.bin"], { draft: true }),
    releaseOf("v2", ["a.bin"], { prerelease: true }),
    releaseOf("v1", ["a.bin"]),
  ]
  assert.equal(
    firmwareOf(listed, { name: "Platen" })!.map(({ entry, prerelease }) => [entry.tag, prerelease]),
    [
      ["v2", true],
      ["v1", false],
    ],
  )
})

test("lists all of many hundred", () => {
  const many = Array.from({ length: 30 }, (_, i) =>
    releaseOf(
      `v${i}`,
      Array.from({ length: 20 }, (_, j) => `epd_${j}.bin`),
    ),
  )
  assert.is(names(many).length, 600)
})

for (const [tag, version] of [
  ["v1.2.3", "1.2.3"],
  ["1.2.3", "1.2.3"],
  ["V2", "2"],
  ["vv3", "3"],
  ["v1.0-rc.1", "1.0-rc.1"],
  ["version-1", "version-1"],
  ["nightly", "nightly"],
  ["", "unknown"],
  [null, "unknown"],
] as const) {
  test(`reads the tag ${JSON.stringify(tag)} as version ${version}`, () => {
    const { entry } = firmwareOf([releaseOf("t", ["a.bin"], { tag_name: tag })], { name: "Platen" })![0]!
    assert.equal([entry.version, entry.tag], [version, tag ?? ""])
  })
}

for (const [written, said] of [
  [published, published],
  ["2026-03-14T12:15:04+02:00", published],
  ["2026-03-14T10:15:04.250Z", published],
  ["yesterday", null],
  [null, null],
  [5, null],
  [undefined, null],
] as const) {
  test(`says of published_at ${JSON.stringify(written)}: ${said}`, () => {
    assert.is(
      firmwareOf([releaseOf("v1", ["a.bin"], { published_at: written })], { name: "Platen" })![0]!.entry.published_at,
      said,
    )
  })
}

for (const [chip, images] of Object.entries({
  "ESP32-C3": [
    "epd_42_c3.bin",
    "epd-esp32c3.bin",
    "ESP32-C3.bin",
    "esp32_c3_v2.bin",
    "x_esp32c3mini.bin",
    "c3.bin",
    "firmware.bin",
    "epd_42.bin",
    "glass30.bin",
  ],
  "ESP32-S3": ["epd_42_s3.bin", "esp32s3.bin", "EPD-ESP32-S3.bin", "board.s3.bin", "esp32s3box.bin"],
  "ESP32-S2": ["epd_s2_mini.bin", "esp32s2.bin", "esp32-s2-kaluga.bin"],
  "ESP32-C6": ["epd-c6.bin", "esp32c6.bin"],
  ESP32: [
    "epd_42_wroom32e.bin",
    "epd_42_esp32.bin",
    "esp32.bin",
    "esp32dev.bin",
    "WROOM32E.bin",
    "esp32_c42.bin",
    "epd_esp32-wroom.bin",
  ],
})) {
  test(`takes ${images.join(", ")} for ${chip}`, () => {
    for (const image of images) assert.is(chipFamilyOf(image), chip, image)
  })
}

test("leaves out garbage and keeps what stands beside it", () => {
  const good = releaseOf("v1", ["a.bin"])
  const [image] = (good as { assets: object[] }).assets
  for (const garbage of [
    null,
    5,
    "release",
    [],
    {},
    { tag_name: 5, assets: [] },
    { tag_name: "v2", assets: "none" },
    { tag_name: "v2", draft: "no", assets: [image] },
  ]) {
    assert.equal(names([garbage, good, garbage]), ["v1/a.bin"], JSON.stringify(garbage))
  }
  for (const garbage of [
    null,
    5,
    "a.bin",
    {},
    { ...image, name: null },
    { ...image, name: `${"x".repeat(300)}.bin` },
    { ...image, size: -1 },
    { ...image, size: "big" },
    { ...image, size: 1.5 },
    { ...image, browser_download_url: undefined },
    { ...image, browser_download_url: "javascript:alert(1)" },
    { ...image, browser_download_url: "a.bin" },
    { ...image, state: "starter" },
  ]) {
    assert.equal(
      names([releaseOf("v1", [], { assets: [garbage, image, garbage] })]),
      ["v1/a.bin"],
      JSON.stringify(garbage),
    )
  }
})

test("needs no more than it reads", () => {
  assert.equal(
    names([{ tag_name: "v1", assets: [{ name: "a.bin", browser_download_url: "http://nas.local/a.bin", size: 0 }] }]),
    ["v1/a.bin"],
  )
})

test("knows what is no list of releases", () => {
  for (const wrong of [
    null,
    undefined,
    5,
    "releases",
    {},
    { message: "Not Found" },
    { releases: [] },
    [1, 2],
    [{ message: "Not Found" }],
    [[]],
  ]) {
    assert.is(firmwareOf(wrong, { name: "Platen" }), undefined, JSON.stringify(wrong))
  }
})

for (const [assetPattern, kept] of [
  ["epd-*", ["epd-a.bin", "EPD-b.bin"]],
  ["*a*", ["epd-a.bin", "a.bin", "axbin.bin"]],
  ["*-a*", ["epd-a.bin"]],
  ["a.bin", ["a.bin"]],
  ["*", ["epd-a.bin", "EPD-b.bin", "a.bin", "axbin.bin"]],
  ["a*bin.bin", ["axbin.bin"]],
  ["[ae]*", []],
  [undefined, ["epd-a.bin", "EPD-b.bin", "a.bin", "axbin.bin"]],
] as const) {
  test(`keeps of four images ${kept.length} that fit ${assetPattern}`, () => {
    assert.equal(
      names([releaseOf("v1", ["epd-a.bin", "EPD-b.bin", "a.bin", "axbin.bin", "epd-a.txt"])], {
        name: "Platen",
        assetPattern,
      }),
      kept.map((name) => `v1/${name}`),
    )
  })
}

test.run()
