import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { ask } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"
import { served } from "../served.js"
import type { Served } from "../served.js"

const test = suite("faults: a server that is killed")

const ADMIN = { authorization: "Bearer 0123456789abcdef" }
const JSON_TYPE = { "content-type": "application/json" }
const YAML =
  "security: { adminToken: 0123456789abcdef }\ndefaults: { timeZone: UTC }\nserver: { limits: { render: 1000000 } }\n"
const SCREENS = 12

const macOf = (i: number): string => `0F:00:00:00:00:${i.toString(16).padStart(2, "0").toUpperCase()}`

/** What the server has said that it did. */
interface Acknowledged {
  /** Of each device: the newest config's id and nickname. */
  readonly configs: Map<string, { readonly id: number; readonly nickname: string }>
  readonly tokens: Map<string, string>
  /** To be called for each page. */
  page(): void
  /** Resolves after so many more pages. */
  shown(count: number): Promise<void>
}

function acknowledged(): Acknowledged {
  let left = 0
  let done = (): void => {}
  return {
    configs: new Map(),
    tokens: new Map(),
    page: () => {
      if (--left === 0) done()
    },
    shown: (count) =>
      new Promise((resolve) => {
        left = count
        done = resolve
      }),
  }
}

async function post({ port }: Served, path: string, body: object, headers = {}): Promise<Answer> {
  return ask(port, path, { method: "POST", headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) })
}

/** One device and its owner, until the server is gone. */
async function live(server: Served, i: number, said: Acknowledged): Promise<void> {
  const mac = macOf(i)
  const device = { "x-device-token": said.tokens.get(mac) ?? "" }
  try {
    for (let round = 0; ; round++) {
      const nickname = `${i} of ${round} of ${server.port}`
      const saved = await post(
        server,
        "/api/config",
        { mac, nickname, modes: ["STOIC", "DAILY"], strategy: "cycle" },
        ADMIN,
      )
      assert.is(saved.status, 200, saved.text())
      said.configs.set(mac, { id: (saved.json() as { config_id: number }).config_id, nickname })
      const page = await ask(server.port, `/api/render?v=3.7&w=296&h=128&mac=${mac}`, { headers: device })
      assert.equal([page.status, page.body.length], [200, 5_182])
      said.page()
    }
  } catch (error) {
    if (error instanceof assert.Assertion) throw error
  }
}

test("keeps every acknowledged write through kill -9 under load, three times over", async () => {
  const cwd = folderWith({ "platen.yaml": YAML })
  const said = acknowledged()
  for (const killedAfter of [20, 150, 400]) {
    const server = await served(cwd)
    for (let i = 0; i < SCREENS; i++) {
      const { token } = (await post(server, `/api/device/${macOf(i)}/token`, {}, ADMIN)).json() as { token: string }
      assert.is(token, said.tokens.get(macOf(i)) ?? token, "the same token as before")
      said.tokens.set(macOf(i), token)
    }
    for (const [mac, { id, nickname }] of said.configs) {
      const { configs } = (await ask(server.port, `/api/config/${mac}/history`, { headers: ADMIN })).json() as {
        configs: readonly { id: number; nickname: string; is_active: number }[]
      }
      assert.is(configs.filter((each) => each.is_active === 1).length, 1)
      // One more may have been written whose answer never came.
      assert.ok(
        configs.some((each) => each.id === id && each.nickname === nickname) && configs[0]!.id - id <= 1,
        `${mac}: ${nickname} is not among ${JSON.stringify(configs.map((each) => each.nickname))}`,
      )
    }
    const running = Promise.all(Array.from({ length: SCREENS }, (_, i) => live(server, i, said)))
    // Whatever goes wrong ends the round.
    await Promise.race([said.shown(killedAfter), running])
    await server.kill()
    await running
  }
})

test.run()
