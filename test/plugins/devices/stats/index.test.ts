import { OBSERVERS, z } from "platen/sdk"
import type { RequestEvent } from "platen/sdk"
import { fakeClock, fakeLog, fakeStore } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import stats from "../../../../plugins/devices/stats/index.js"
import { setUp } from "../../../set-up.js"
import { routeTo } from "../../../kernel/http/listening.js"
import { knownDevices } from "../../known-devices.js"

const test = suite("plugins/devices/stats")

const nowhere: RequestEvent = {
  method: "GET",
  route: "none",
  area: undefined,
  status: 404,
  error: "not-found",
  path: "/api/device/x/y",
  address: "192.0.2.1",
  mac: undefined,
  ms: 0,
}

for (const [areas, realm, kept] of [
  [["extended"], undefined, 1],
  [["core", "extended"], undefined, 1],
  [["core"], undefined, 0],
  [["core", "extended"], "core", 0],
] as const) {
  test(`keeps ${kept === 1 ? "a" : "no"} call to ${realm ?? "nobody"}'s path where ${areas.join(" and ")} is served`, async () => {
    const [clock, store] = [fakeClock(), fakeStore()]
    const served = areas.map((id) => ({
      area: { id, realm: id, mount: "/", battery: () => ({ percent: 100 }) },
      // The other area has calls of its own.
      route: routeTo(id === "extended" ? "/api/stats/refusals" : "/api/health", () => ({})),
      path: "/",
      alias: false,
    }))
    const devices = knownDevices({ store, clock })
    const given = await setUp(stats, { store, clock, log: fakeLog(), devices, served: { list: () => served } }, {})
    given.to(OBSERVERS)[0]!.request!({ ...nowhere, area: realm })
    await given.dispose()
    assert.is((await store.collection("refusals", z.unknown()).list()).length, kept)
  })
}

test.run()
