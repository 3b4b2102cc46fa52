import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { Invalid } from "platen/sdk"
import { seededRandom } from "platen/sdk/kit"
import { CONFINE } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask as askAt } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"
import { depth, IS_FULL } from "../depth.js"
import { folderWith } from "../folder.js"
import { served } from "../served.js"
import { openExtended } from "../editions/extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "../editions/extended-stage.js"
import { studioCalls } from "../editions/extended-studio-stage.js"
import { busy } from "../../kernel/work/fair-queue.js"
import { lazily } from "../../plugins/pages/mode-studio/lazy.js"
import { HAND_MADE, nestedMode, randomMode, REPORTED, textMode } from "./definitions.js"
import { calm, pulseOf } from "./pulse.js"
import type { Pulse } from "./pulse.js"

/** Attacks A2 and A3: a definition that never comes to an end, or fills the memory, stops the server for everybody. */
const test = suite("hostile/definitions")

/** Of a fixed seed: the same ones each time. */
const RANDOM = depth(300)
const folder = mkdtempSync(path.join(os.tmpdir(), "platen-hostile-"))
const options = {
  dataFolder: folder,
  server: { limits: { "mode-preview": 1_000_000, "mode-save": 1_000_000, render: 1_000_000, preview: 1_000_000 } },
}

let server: Extended
let screen: ExtendedDevice & { readonly owner: Person }
let pulse: Pulse
test.before(async () => {
  server = await openExtended(options)
  screen = await server.owned()
  pulse = pulseOf(server.port)
})
test.after(async () => {
  assert.equal(
    server.stage.log.lines.filter(({ level }) => level === "error"),
    [],
    "what a user has written is no fault that the operator must mend",
  )
  await server.close()
  rmSync(folder, { recursive: true })
})

const preview = (body: object): Promise<Answer> =>
  studioCalls(server).preview({ mode_def: body, w: 800, h: 480 }, screen.owner.headers)
const fault = (answer: Answer): { readonly code: string; readonly message: string } => {
  const { code, error, message } = answer.json() as { code?: string; error: string; message: string }
  return { code: code ?? error, message }
}

/** Drawn, or refused with a code and a sentence of its own. */
function settled(answer: Answer, what: string): string {
  if (answer.status === 200) return "drawn"
  if (answer.status === 413) return "too large"
  assert.is(answer.status, 422, `${what}: ${answer.status} ${answer.text().slice(0, 200)}`)
  const { code, message } = fault(answer)
  assert.match(code, /^(mode-invalid|budget-(nodes|nesting|steps|items|text|paragraphs|pictures|time|memory))$/, what)
  assert.ok(message.length > 20 && !message.includes("\n"), message)
  return code
}

for (const [what, body] of Object.entries(REPORTED)) {
  test(`survives the reported ${what}`, async () => {
    settled(await preview(body), what)
  })
}

test(`survives ${HAND_MADE.length} definitions made by hand`, async () => {
  assert.ok(HAND_MADE.length >= 100, String(HAND_MADE.length))
  // One of eight; all in the nightly form.
  for (const [i, body] of [...HAND_MADE.entries()].filter(([at]) => IS_FULL || at % 8 === 0))
    assert.is.not(settled(await preview(body), `number ${i}: ${JSON.stringify(body).slice(0, 200)}`), "too large")
})

test(`survives ${RANDOM} definitions made at random`, async () => {
  const random = seededRandom("definitions")
  const outcomes = new Map<string, number>()
  for (let i = 0; i < RANDOM; i++) {
    const outcome = settled(await preview(randomMode(random)), `number ${i}`)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
  assert.ok(
    (outcomes.get("drawn") ?? 0) > RANDOM / 10,
    `what is drawn is tried as well: ${JSON.stringify([...outcomes])}`,
  )
  assert.ok((outcomes.get("too large") ?? 0) < RANDOM / 10)
})

test("names the budget", async () => {
  const cases: readonly (readonly [string, Record<string, unknown>])[] = [
    ["budget-items", textMode("{{ (1..900000) | size }}")],
    ["budget-steps", textMode("{% for i in (1..400) %}{% for j in (1..400) %}x{% endfor %}{% endfor %}")],
    ["budget-nesting", nestedMode(11, { type: "spacer" })],
    [
      "budget-text",
      textMode("{{ quote }}", {
        content: { pool: { en: [{ quote: "x" }] } },
        view: {
          type: "column",
          children: Array.from({ length: 6 }, () => ({ type: "text", text: "x".repeat(3_900) })),
        },
      }),
    ],
    ["budget-paragraphs", REPORTED["A3 shrinking texts by each"]!],
    [
      "budget-pictures",
      textMode("x", {
        view: {
          type: "column",
          children: Array.from({ length: 7 }, () => ({ type: "image", source: "my-adaptive/still-life" })),
        },
      }),
    ],
  ]
  for (const [code, body] of cases) {
    const { code: got, message } = fault(await preview(body))
    assert.is(got, code, message)
    assert.match(message, /NASTY.*(costs too much|does not compile|cannot be drawn)/)
  }
})

test("lets no template make more than a page could show, wherever it stands", async () => {
  // 134 million characters that cost their process nothing until it sends them.
  const bomb = (shown: string): string =>
    `{% capture a %}xxxxxxxx{% endcapture %}${"{% capture a %}{{a}}{{a}}{% endcapture %}".repeat(24)}${shown}`
  const nodes = [
    { type: "icon", name: "star", size: 20, label: bomb("{{a}}") },
    { type: "progress", value: 0.5, label: bomb("{{a}}") },
    { type: "progress", value: bomb("{{a}}") },
    { type: "image", source: bomb("{{a}}") },
    { type: "image", source: "my-adaptive/still-life", label: bomb("{{a}}") },
    { type: "text", text: bomb("{{a}}") },
  ]
  const bodies = [
    ...nodes.map((node) => textMode("x", { view: node })),
    ...["label", "attribution"].map((key) => textMode("x", { footer: { [key]: bomb("{{a}}") } })),
  ]
  for (const body of bodies) {
    const { code, message } = fault(await preview(body))
    assert.match(code, /^budget-(text|items|memory)$/, message)
  }
  const hidden = textMode("{{ quote }}", {
    footer: { attribution: "x", label: `{% if screen.width == 640 %}${bomb("{{a}}")}{% endif %}` },
  })
  assert.is(
    (await studioCalls(server).save({ ...hidden, id: "BOMB", mac: screen.mac }, screen.owner.headers)).status,
    200,
  )
  assert.is((await screen.render("persona=BOMB")).headers["x-render-error"], undefined)
  const shared = await server.at(`/api/device/${screen.mac}/share?w=640&h=480`, { headers: screen.owner.headers })
  assert.is(shared.status < 600 && (await server.at("/api/health")).status, 200)
})

test("refuses a definition of very many names before anything is made of it", async () => {
  const many = (count: number, value: unknown): object =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i.toString(36)}`, value]))
  const bodies = [
    { fields: many(500, { type: "text", optional: true }), content: { pool: many(2_000, [{}]) } },
    { settings: many(65, { type: "toggle", label: { en: "x" }, default: true }) },
    { content: { pool: many(65, [{ quote: "x" }]) } },
    { fields: { quote: { type: "list", of: many(3_000, "text") } } },
  ]
  for (const body of bodies) {
    const { code, message } = fault(await preview(textMode("x", body)))
    assert.is(code, "mode-invalid")
    assert.match(message, /has more than (64|1000) names/)
  }
})

test("draws as ever after eighteen pages whose layout a budget has ended", async () => {
  const deep = (leaf: object, depth: number): object =>
    depth === 0 ? leaf : { type: "grid", columns: 1, children: [deep(leaf, depth - 1)] }
  const costly = REPORTED["A3 shrinking texts by each"]! as { readonly view: object }
  for (let i = 0; i < 18; i++) {
    const answer = await preview({ ...costly, view: deep({ type: "column", gap: i, children: [costly.view] }, 5) })
    assert.is(settled(answer, `number ${i}`), "budget-paragraphs", answer.text())
  }
  const well = await preview(textMode("well"))
  assert.is(well.status, 200)
  assert.equal(well.body, (await preview(textMode("well"))).body)
})

test("ends what no budget foresees after two seconds, and draws the next", async () => {
  const slow = nestedMode(10, {
    type: "column",
    children: Array.from({ length: 190 }, (_, i) => ({
      type: "row",
      children: [
        {
          type: "text",
          text: `words ${i} and more of them `.repeat(5),
          fit: "shrink",
          px: 90,
          wrap: false,
          balance: true,
        },
      ],
    })),
  })
  const answer = await preview(slow)
  if (answer.status !== 200) assert.match(fault(answer).code, /^budget-/)
  assert.is((await preview(textMode("well"))).status, 200)
})

test("shows a device its next mode when there is no room for a user's", async () => {
  assert.is(
    (
      await studioCalls(server).save(
        { ...textMode("{{ quote }}"), id: "CROWDED", mac: screen.mac },
        screen.owner.headers,
      )
    ).status,
    200,
  )
  await server.post(
    "/api/config",
    { mac: screen.mac, modes: ["CROWDED", "STOIC"], strategy: "cycle" },
    screen.owner.headers,
  )
  const { sandbox } = server.stage.app.engine
  const call = sandbox.call.bind(sandbox)
  sandbox.call = () => Promise.reject(busy())
  const shown = await server.at(`/api/render?v=3.7&w=400&h=300&mac=${screen.mac}`, { headers: screen.headers })
  sandbox.call = call
  assert.equal(
    [shown.status, shown.headers["content-type"], shown.body.length, shown.headers["x-render-error"]],
    [200, "image/bmp", 15_662, "draw-busy"],
  )
  assert.is(
    (await server.at(`/api/render?v=3.7&w=400&h=300&mac=${screen.mac}&persona=CROWDED`, { headers: screen.headers }))
      .headers["x-render-error"],
    undefined,
  )
})

test("shows the sentence of a budget that is younger than a definition, which stays listed and can be read", async () => {
  const mode = lazily(
    nestedMode(12, { type: "spacer" }),
    (spec) => server.stage.app.get(CONFINE).read(spec, "user/anna"),
    () => {},
  )
  assert.equal([mode.id, mode.title.en], ["NASTY", "Title of NASTY"])
  assert.throws(
    () => mode.data,
    (error: unknown) => error instanceof Invalid && error.code === "budget-nesting" && /12 levels/.test(error.message),
  )
})

test("keeps nobody waiting with all of these", () => calm(pulse))

test("ends with SIGTERM while the worst are being drawn", async () => {
  const cwd = folderWith({
    "platen.yaml": "security: { adminToken: 0123456789abcdef }\nserver: { limits: { mode-preview: 1000000 } }\n",
  })
  const other = await served(cwd)
  const ask = (body: object): Promise<unknown> =>
    askAt(other.port, "/api/modes/custom/preview", {
      method: "POST",
      headers: { authorization: "Bearer 0123456789abcdef", "content-type": "application/json" },
      body: JSON.stringify({ mode_def: body }),
    }).catch(() => undefined)
  const asked = Promise.all([...Object.values(REPORTED), ...HAND_MADE.slice(-10)].map(ask))
  await askAt(other.port, "/api/health")
  await other.stop()
  assert.is(other.process.exitCode, 0)
  await asked
})

test("keeps no later start, and no stop, from a definition that was saved", async () => {
  const hidden = textMode(
    "{% if screen.width == 640 %}{% for i in (1..1000) %}{% for j in (1..1000) %}x{% endfor %}{% endfor %}{% endif %}{{ quote }}",
  )
  assert.is(
    (await studioCalls(server).save({ ...hidden, id: "HIDDEN", mac: screen.mac }, screen.owner.headers)).status,
    200,
  )
  await server.post(
    "/api/config",
    { mac: screen.mac, modes: ["HIDDEN", "STOIC"], strategy: "cycle" },
    screen.owner.headers,
  )
  const render = (): Promise<Answer> =>
    server.at(`/api/render?v=3.7&w=640&h=384&mac=${screen.mac}&persona=HIDDEN`, { headers: screen.headers })
  for (let round = 0; round < 2; round++) {
    const shown = await render()
    assert.equal(
      [shown.status, shown.headers["content-type"], shown.headers["x-render-error"]],
      [200, "image/bmp", "budget-steps"],
    )
    const studio = studioCalls(server)
    assert.is((await studio.read("HIDDEN", screen.owner.headers, screen.mac)).status, 200, "it can be read and mended")
    assert.ok((await studio.ids(screen.owner.headers, `mac=${screen.mac}`)).includes("HIDDEN"))
    await server.close()
    server = await openExtended(options)
  }
})

test.run()
