import { NotFound, definePlugin, z } from "platen/sdk"
import { DEVICES, MEMBERS, RENDERS, RUNTIME, TOKENS } from "platen/sdk/device"
import type { DeviceId, Devices, RenderRequest } from "platen/sdk/device"
import { AREAS, defineRoute, POLICIES, ROUTES } from "platen/sdk/http"
import type { Area, Policy, RouteRequest } from "platen/sdk/http"
import { NEW_DEVICE, isSecret, newSecret, normalizeMac } from "platen/sdk/kit"
import { fakeClock, openStage } from "platen/testing"
import type { FakeClock, Stage, StageAnswer } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { emptyFolder } from "../../../kernel/storage/setting.js"
import { until } from "../../../until.js"
import { sharedStore } from "../../operation/servers/stages.js"

const test = suite("render/an area of two calls")

const area: Area = { id: "poster", mount: "/poster", realm: "poster", battery: () => ({ percent: 50 }) }

/**
 * A made-up area outside the tree. Its devices ask for an account once, then for JSON with the address of a picture, then
 * for the picture; they name themselves by the headers ID and Access-Token.
 */
const poster = definePlugin({
  id: "poster",
  needs: { devices: DEVICES, renders: RENDERS },
  setup: ({ devices, renders }) => {
    const policy: Policy = {
      id: "poster-token",
      ofDevices: true,
      isShown: ({ headers }) => headers["access-token"] !== undefined,
      admit: async ({ headers, realm }) => {
        const mac = normalizeMac(headers.id ?? "")
        const device = await devices.get(realm, mac)
        const token = device?.get(TOKENS).tokens[0]
        return isSecret(headers["access-token"] ?? "", token?.value)
          ? { kind: "device", subject: `device/${realm}/${mac}`, mac, token: token!.value }
          : undefined
      },
    }
    const idOf = ({ area: { realm }, principal }: Pick<RouteRequest, "area" | "principal">): DeviceId => ({
      realm,
      mac: principal!.mac!,
    })
    const asked = (request: Pick<RouteRequest, "area" | "principal">): RenderRequest => ({
      area: request.area,
      panel: { width: 296, height: 128, palette: "bw", codec: "png" },
      volts: 3.9,
      token: { value: request.principal!.token!, provisional: false },
    })
    const auth = { anyOf: ["poster-token"] }
    return [
      AREAS.of(area),
      POLICIES.of(policy),
      ROUTES.of(
        defineRoute({
          method: "GET",
          path: "/setup",
          areas: ["poster"],
          auth: "open",
          summary: "An account for a device.",
          handle: async ({ headers, area: { realm } }) => {
            const value = newSecret()
            await devices.update(realm, normalizeMac(headers.id ?? ""), () =>
              NEW_DEVICE.with(TOKENS, { tokens: [{ value, createdAt: 0, provisional: false }] }).with(MEMBERS, {
                members: [{ user: "anna", role: "owner", nickname: "", boundAt: 0 }],
              }),
            )
            return { body: { api_key: value } }
          },
        }),
        defineRoute({
          method: "GET",
          path: "/display",
          areas: ["poster"],
          auth,
          summary: "The address of the next picture.",
          handle: async (request) => {
            const lease = await renders.reserve(idOf(request), asked(request), { keep: true })
            return { body: { image_url: `/poster/image/${lease.id}`, refresh_rate: lease.refreshMinutes * 60 } }
          },
        }),
        defineRoute({
          method: "GET",
          path: "/image/:id",
          areas: ["poster"],
          auth,
          summary: "The picture.",
          params: z.object({ id: z.string() }),
          handle: async (request) => {
            const lease = await renders.lease(idOf(request), request.params.id)
            if (!lease) throw new NotFound("This picture is gone: ask for another.")
            const { bytes, type } = lease.picture
            return { body: bytes, type, sent: (whole) => void (whole ? lease.commit() : undefined) }
          },
        }),
        defineRoute({
          method: "GET",
          path: "/why",
          areas: ["poster"],
          auth,
          summary: "What would be shown, and why.",
          query: z.object({ at: z.coerce.number().optional() }),
          handle: async (request) => {
            const { at } = request.query
            const peek = await renders.peek(idOf(request), { ...asked(request), ...(at !== undefined && { at }) })
            const drawn = await peek.draw()
            return { body: { modes: peek.modes, why: peek.why, mode: drawn.picture.mode } }
          },
        }),
      ),
    ]
  },
})

const MAC = "0D:0D:00:00:00:01"
let clock: FakeClock
let stage: Stage
let folder: string
let headers: Readonly<Record<string, string>>

const opened = (): Promise<Stage> => openStage({ dataFolder: folder, clock, plugins: [poster] })
const call = (path: string, more: Readonly<Record<string, string>> = {}): Promise<StageAnswer> =>
  stage.call(`/poster${path}`, { headers: { ...headers, ...more } })
const display = async (): Promise<{ image_url: string; refresh_rate: number }> =>
  (await call("/display")).json() as { image_url: string; refresh_rate: number }
const image = (url: string): Promise<StageAnswer> => stage.call(url, { headers })
/** The modes of the device that were shown, the newest first, once there are as many as that. */
async function shown(count: number): Promise<readonly string[]> {
  const rows = (): ReturnType<Devices["renders"]["list"]> => stage.app.get(DEVICES).renders.list(`poster/${MAC}`)
  await until(async () => (await rows()).length >= count, `fewer than ${count} pages were shown`)
  return (await rows()).map(({ row }) => row.mode)
}

test.before.each(async () => {
  clock = fakeClock()
  folder = emptyFolder()
  stage = await opened()
  headers = { id: MAC }
  const { api_key: key } = (await call("/setup")).json() as { api_key: string }
  headers = { id: MAC, "access-token": key }
})
test.after.each(() => stage.close())

test("gives the address first, and counts the page when the picture is fetched", async () => {
  const { image_url: url, refresh_rate: seconds } = await display()
  assert.is(seconds, 3_600)
  assert.equal(await shown(0), [], "nobody has seen it")
  const picture = await image(url)
  assert.equal([picture.status, picture.headers["content-type"]], [200, "image/png"])
  assert.equal(await shown(1), ["DAILY"])
  assert.is((await image(url)).status, 404, "it counts once")
  assert.equal(await shown(1), ["DAILY"])
})

test("admits its devices by its own headers alone, each to its own pictures", async () => {
  const { image_url: url } = await display()
  assert.is((await stage.call("/poster/display", { headers: { id: MAC } })).status, 401)
  assert.is((await stage.call("/poster/display", { headers: { id: MAC, "access-token": "x" } })).status, 401)
  const mine = headers
  headers = { id: "0D:0D:00:00:00:02" }
  const { api_key: key } = (await call("/setup")).json() as { api_key: string }
  headers = { id: "0D:0D:00:00:00:02", "access-token": key }
  assert.is((await image(url)).status, 404, "another's")
  headers = mine
  assert.is((await image(url)).status, 200)
  const extended = await stage.call(`/api/render?v=3.7&mac=${MAC}`, {
    headers: { "x-device-token": mine["access-token"]! },
  })
  assert.is(extended.status, 401, "a device of this realm is none of another's")
})

test("offers again what was reserved and never fetched, at the next call and over a restart", async () => {
  const devices = stage.app.get(DEVICES)
  const wanted = async (mode: string): Promise<unknown> =>
    devices.update("poster", MAC, (device) => device?.with(RUNTIME, { pendingMode: mode }))
  let fetched = 0
  const modeOf = async (url: string): Promise<string> => {
    await image(url)
    return (await shown(++fetched))[0]!
  }
  await wanted("ZEN")
  await display()
  assert.is(await modeOf((await display()).image_url), "ZEN")
  await wanted("MEMO")
  const lost = await display()
  await stage.close()
  clock.advance(121_000)
  stage = await opened()
  assert.is((await image(lost.image_url)).status, 404, "it has expired")
  assert.is(await modeOf((await display()).image_url), "MEMO")
})

test("keeps a lease over a restart while it is valid", async () => {
  const { image_url: url } = await display()
  const before = await stage.app.get(DEVICES).get("poster", MAC)
  await stage.close()
  clock.advance(60_000)
  stage = await opened()
  assert.is((await image(url)).status, 200)
  assert.equal(await shown(1), ["DAILY"])
  assert.ok(before)
})

test("offers again what a server reserved that was killed before the picture was fetched: another releases it", async () => {
  const store = sharedStore()
  const plugins = [...store.plugins, poster]
  // No time passes any more for the one that is killed.
  const killed = await openStage({ ...store, clock: fakeClock(store.clock.now()), plugins })
  const other = await openStage({ ...store, plugins })
  const id = { id: MAC }
  const { api_key: key } = (await killed.call("/poster/setup", { headers: id })).json() as { api_key: string }
  const pending = async (): Promise<string | undefined> =>
    (await other.app.get(DEVICES).get("poster", MAC))!.get(RUNTIME).pendingMode
  await other.app.get(DEVICES).update("poster", MAC, (device) => device?.with(RUNTIME, { pendingMode: "ZEN" }))
  const display = await killed.call("/poster/display", { headers: { ...id, "access-token": key } })
  assert.equal([display.status, await pending()], [200, undefined])
  store.clock.advance(60_000)
  for (let i = 0; i < 20; i++) await new Promise(setImmediate)
  assert.is(await pending(), undefined, "it can still be fetched")
  await until(async () => {
    store.clock.advance(30_000)
    store.clock.housekeep()
    return (await pending()) === "ZEN"
  }, "what was reserved is never released")
  await other.close()
  await killed.close()
})

test("says what would be shown and why, and takes nothing by it", async () => {
  const devices = stage.app.get(DEVICES)
  const why = async (at?: number): Promise<unknown> => (await call(`/why${at === undefined ? "" : `?at=${at}`}`)).json()
  assert.equal(await why(), {
    modes: ((await why()) as { modes: string[] }).modes,
    why: { by: "default-mode" },
    mode: "DAILY",
  })
  await devices.update("poster", MAC, (device) => device?.with(RUNTIME, { pendingMode: "ZEN" }))
  const before = JSON.stringify(await devices.get("poster", MAC))
  for (let i = 0; i < 3; i++) assert.match(JSON.stringify(await why(clock.now() + 86_400_000)), /"by":"pending-mode"/)
  assert.is(JSON.stringify(await devices.get("poster", MAC)), before)
  assert.equal(await shown(0), [])
  await devices.update("poster", MAC, (device) => device?.with(RUNTIME, { overlaidAt: clock.now() }))
  assert.match(JSON.stringify(await why()), /"why":\{"by":"pending-mode","overlaid":true\}/)
})

test.run()
