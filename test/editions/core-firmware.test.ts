import { fakeFetch } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { answering, releaseOf } from "../plugins/devices/firmware/world.js"
import { MOUNTS, openCore } from "./core-stage.js"
import type { Core, Mount } from "./core-stage.js"

/** The core document: firmware for the browser's flasher. */
const test = suite("editions/core: firmware")

const RELEASES = JSON.stringify([
  releaseOf("v2.1.0", ["epd_c3.bin", "epd_wroom32e.bin", "notes.txt"]),
  releaseOf("v2.0", ["only.elf"]),
  releaseOf("v1.9", ["epd_c3.bin"]),
])
const ORIGIN = "https://flash.example.org"

interface Listing {
  readonly cached: boolean
  readonly count: number
  readonly releases: readonly { readonly version: string; readonly asset_name: string; readonly download_url: string }[]
  readonly latest: { readonly version: string; readonly asset_name: string }
  readonly error: string
  readonly code: string
}

async function withReleases(
  mount: Mount,
  run: (
    core: Core,
    get: (path: string) => Promise<{ readonly status: number; readonly body: Listing }>,
    asked: () => number,
  ) => Promise<void>,
): Promise<void> {
  const fetch = answering({ body: RELEASES })
  const core = await openCore(mount, { fetch, config: { firmware: { repository: "acme/glass" } } })
  const get = async (path: string): Promise<{ readonly status: number; readonly body: Listing }> => {
    const answer = await core.at(`/api/firmware/${path}`)
    return { status: answer.status, body: answer.json() as Listing }
  }
  await run(core, get, () => fetch.calls.length)
  await core.close()
}

for (const mount of MOUNTS) {
  test(`lists the releases that carry a .bin file, and no others (at ${mount.mount})`, () =>
    withReleases(mount, async (_, get) => {
      const { status, body } = await get("releases")
      assert.equal(
        [status, body.count, body.releases.map(({ version, asset_name: name }) => `${version} ${name}`)],
        [200, 3, ["2.1.0 epd_c3.bin", "2.1.0 epd_wroom32e.bin", "1.9 epd_c3.bin"]],
      )
      for (const { download_url: url } of body.releases) assert.match(url, /^https:.*\.bin$/)
    }))

  test(`asks upstream again when refresh=true says so, and else once in a while (at ${mount.mount})`, () =>
    withReleases(mount, async (_, get, asked) => {
      await get("releases")
      assert.equal(
        [(await get("releases")).body.cached, (await get("releases/latest")).body.cached, asked()],
        [true, true, 1],
      )
      assert.equal([(await get("releases?refresh=true")).body.cached, asked()], [false, 2])
      assert.equal([(await get("releases/latest?refresh=true")).body.cached, asked()], [false, 3])
    }))

  test(`recommends one version for flashing, which is on the list (at ${mount.mount})`, () =>
    withReleases(mount, async (_, get) => {
      const [
        {
          body: { latest },
        },
        {
          body: { releases },
        },
      ] = [await get("releases/latest"), await get("releases")]
      assert.equal([latest.version, latest], ["2.1.0", releases[0]])
    }))

  test(`has an empty list, and 404 for the latest, where the operator names no repository (at ${mount.mount})`, async () => {
    const core = await openCore(mount)
    const [list, latest] = [await core.at("/api/firmware/releases"), await core.at("/api/firmware/releases/latest")]
    await core.close()
    assert.equal(
      [list.status, (list.json() as Listing).releases, latest.status, (latest.json() as Listing).error],
      [200, [], 404, "firmware_release_not_found"],
    )
  })

  test(`checks the form of an address, then whether it can be reached (at ${mount.mount})`, async () => {
    const core = await openCore(mount, {
      fetch: fakeFetch({ "https://example.org/a.bin": "firmware", "https://example.org/gone.bin": 404 }),
    })
    for (const [query, status, error] of [
      ["", 422, "invalid"],
      ["url=", 422, "invalid"],
      ["url=ftp://example.org/a.bin", 400, "invalid_firmware_url"],
      ["url=https://example.org/a.zip", 400, "invalid_firmware_url"],
      ["url=https:///a.bin", 400, "invalid_firmware_url"],
      ["url=https://example.org/gone.bin", 503, "firmware_url_unreachable"],
      ["url=https://nobody.example/a.bin", 503, "firmware_url_unreachable"],
    ] as const) {
      const answer = await core.at(`/api/firmware/validate-url?${query}`)
      assert.equal([answer.status, (answer.json() as Listing).code], [status, error], query)
    }
    const answer = await core.at(`/api/firmware/validate-url?url=${encodeURIComponent("https://example.org/a.bin")}`)
    await core.close()
    const { ok, reachable, final_url: url } = answer.json() as { ok: boolean; reachable: boolean; final_url: string }
    assert.equal([answer.status, ok, reachable, url], [200, true, true, "https://example.org/a.bin"])
  })

  test(`lets a flasher's page on another origin call directly, where the operator names it (at ${mount.mount})`, async () => {
    const core = await openCore(mount, { server: { origins: [ORIGIN] } })
    const [named, other] = [
      await core.at("/api/firmware/releases", { headers: { origin: ORIGIN } }),
      await core.at("/api/firmware/releases", { headers: { origin: "https://other.example" } }),
    ]
    await core.close()
    assert.equal(
      [
        named.status,
        named.headers["access-control-allow-origin"],
        other.status,
        other.headers["access-control-allow-origin"],
      ],
      [200, ORIGIN, 200, undefined],
    )
  })

  test(`forwards the calls of its own origin to the backend that the operator names (at ${mount.mount})`, async () => {
    const fetch = answering({ body: '{"count":0,"releases":[]}', headers: { "content-type": "application/json" } })
    const core = await openCore(mount, { fetch, config: { firmware: { backend: "https://backend.example" } } })
    const answers = [
      await core.at("/api/firmware/releases?refresh=true"),
      await core.at("/api/firmware/releases/latest"),
      await core.at("/api/firmware/validate-url?url=x"),
    ]
    await core.close()
    assert.equal(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal(
      fetch.calls.map(({ url }) => url),
      ["releases?refresh=true", "releases/latest", "validate-url?url=x"].map(
        (call) => `https://backend.example/api/firmware/${call}`,
      ),
    )
  })
}

test.run()
