import { readFileSync } from "node:fs"
import { SCREEN_SIZE } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { DRAWN_REFUSALS } from "../kernel/http/serve.js"
import { MAX_PARAGRAPHS } from "../kernel/engine/scene/budget.js"
import { WORK_MS } from "../kernel/work/sandbox.js"
import { SIGN_IN, SIGN_IN_ADDRESS } from "../plugins/people/accounts/service.js"
import { MAX_STRIKES } from "../plugins/pages/mode-studio/strikes.js"
import { MAX_NESTING } from "../plugins/pages/modes-json/plans.js"
import { BUDGETS } from "../plugins/pages/modes-json/template.js"
import { ask } from "./kernel/http/ask.js"
import { codesInSources, constantIn, DOCS, pageText, READMES, rows, under } from "./page-text.js"

const test = suite("readme")
const root = new URL("../../", import.meta.url)
const read = pageText
const MAX_LINES = 150

/** Codes whose status is not beside them in the source, and how they reach a caller: as Invalid, or beside a page. */
const ELSEWHERE: Readonly<Record<string, { readonly status: string; readonly file: string; readonly proof: string }>> =
  {
    "mode-invalid": {
      status: "422",
      file: "plugins/pages/modes-json/faults.ts",
      proof: "return new Invalid(`Mode ${id} does not compile",
    },
    "budget-nesting": {
      status: "422",
      file: "plugins/pages/modes-json/faults.ts",
      proof: "return new Invalid(`Mode ${id} does not compile",
    },
    "budget-nodes": { status: "422", file: "plugins/pages/modes-json/template.ts", proof: "new Invalid(" },
    "budget-steps": { status: "422", file: "plugins/pages/modes-json/template.ts", proof: "new Invalid(" },
    "budget-items": { status: "422", file: "plugins/pages/modes-json/template.ts", proof: "new Invalid(" },
    "budget-text": { status: "422", file: "plugins/pages/modes-json/template.ts", proof: "new Invalid(" },
    "budget-pictures": { status: "422", file: "plugins/pages/modes-json/template.ts", proof: "new Invalid(" },
    "content-failed": {
      status: "200",
      file: "plugins/pages/pages/draw.ts",
      proof: 'failure: codeOf(failure, "content-failed")',
    },
    "draw-failed": { status: "500", file: "plugins/devices/widget/routes.ts", proof: "status: 500" },
  }

test("lists every error code that the sources have, and no other, with every status that it has there", () => {
  const listed = rows(under("docs/errors.md", "## Codes")).map(
    ([code, status]) => `${code!.replaceAll("`", "")}: ${status}`,
  )
  const used = [...codesInSources()].map(([code, found]) => {
    const statuses = new Set(found)
    if (statuses.delete("")) {
      const elsewhere = ELSEWHERE[code]
      assert.ok(elsewhere, `the status of ${code} is not beside it: say in ELSEWHERE where it is`)
      assert.ok(read(elsewhere!.file).includes(elsewhere!.proof), `${code}: ${elsewhere!.file}`)
      statuses.add(elsewhere!.status)
    }
    return `${code}: ${[...statuses].sort().join(", ")}`
  })
  assert.equal(
    listed.filter((line) => !used.includes(line)),
    [],
    "listed, but not so in a source",
  )
  assert.equal(
    used.filter((line) => !listed.includes(line)),
    [],
    "in a source, but not listed so",
  )
  assert.is(listed.length, used.length, "each once")
})

const of = constantIn
const minutes = (milliseconds: number): number => milliseconds / 60_000
const hours = (milliseconds: number): number => milliseconds / 3_600_000
const days = (seconds: number): number => seconds / 86_400
const number = (value: number): string => value.toLocaleString("en-US")
const MIB = 1 << 20
const { width: W, height: H } = SCREEN_SIZE
const SIZE = `${W.default} x ${H.default}`
const PASSWORDS = read("plugins/people/accounts/common-passwords.txt").trim().split("\n").length
/** The default of a plugin's number, as its schema has it. */
const ofConfig = (plugin: string, key: string): number =>
  Number(new RegExp(`\\b${key}: [^\\n]*\\.default\\((\\d+)\\)`).exec(read(`plugins/devices/${plugin}/index.ts`))?.[1])
/** Entities that the mode HOME shows, by its screens. */
const HOME = (JSON.parse(read("modes/home/mode.json")) as { variables: { most: Readonly<Record<string, number>> } })
  .variables.most
const sizeOf = (name: string): string =>
  /width: (\d+), height: (\d+)/
    .exec(read("plugins/devices/widget/routes.ts").split(`  ${name}: `)[1]!)!
    .slice(1)
    .join(" x ")

/** What the pages say in numbers, by page, with the numbers of the code. */
const STATED: Readonly<Record<string, readonly string[]>> = {
  "docs/getting-started.md": [
    `After ${of("plugins/devices/pairing/service.ts", "CODES", "most")} wrong codes in ${minutes(of("plugins/devices/pairing/service.ts", "CODES", "within"))} minutes`,
  ],
  "docs/modes.md": [
    `The last ${of("plugins/devices/configs/service.ts", "MAX_RECORDS")} configs are kept`,
    `does not fetch within ${ofConfig("alerts", "seconds")} seconds`,
    `inches show the first ${HOME["strip, tiny"]} entities, \`2.13-bw-104\` the first ${HOME.card}`,
    `minutes between two pages, ${/must be (\d+ to \d+) minutes/.exec(read("plugins/devices/configs/fields.ts"))?.[1]}`,
  ],
  "docs/mode-cookbook.md": [
    `up to ${of("plugins/pages/pictures/gallery.ts", "MAX_BYTES") / MIB} MiB and ${of("plugins/pages/pictures/gallery.ts", "MAX_PIXELS") / 1e6} million pixels`,
  ],
  "docs/devices.md": [
    `to the same address for ${minutes(of("plugins/devices/devices/tokens.ts", "REPEAT_MS"))} minute;`,
    `default ${of("sdk/http/route.ts", "DEFAULT_VOLTS")}; ${of("plugins/inksight/edition-extended/index.ts", "FULL_VOLTS")} and more`,
    `${W.min} to ${W.max} and ${H.min} to ${H.max}, default ${SIZE}`,
    `keeps, ${/refresh_min: integerParam\((\d+, \d+)\)/.exec(read("plugins/devices/render/query.ts"))?.[1]?.replace(", ", " to ")} |`,
    `(${/unless it has (\d+ to \d+) letters/i.exec(read("plugins/devices/pairing/codes.ts"))?.[1]} letters or digits)`,
    `${/RETRY_MINUTES = \[([\d, ]+)\]/.exec(read("plugins/devices/render/reservations.ts"))?.[1]} after fallbacks in a row`,
    `${ofConfig("devices", "liveMinutes")} minutes after the last remote action`,
    `${of("plugins/pages/codecs/bmp.ts", "HEADER")} bytes of header`,
    `it has ${number(of("plugins/pages/codecs/bmp.ts", "HEADER") + 52 * H.default)} bytes`,
    `it has ${number((W.default * H.default) / 4)} bytes`,
    `${of("plugins/devices/pairing/chooser.ts", "MINUTES")} while the screen shows a code`,
    `on at most ${of("plugins/devices/render/reservations.ts", "MAX_FLAGGED")} responses since the last success`,
    `at most ${of("plugins/devices/devices/tokens.ts", "MAX_UNCONFIRMED")} of them, and an unused one expires after ${hours(of("sdk/kit/device.ts", "UNUSED_MS"))} hours`,
    `within the last ${of("plugins/devices/pairing/claim.ts", "PAIRING_MINUTES") + minutes(of("plugins/devices/pairing/claim.ts", "GRACE_MS"))} minutes`,
    `can be undone for ${hours(of("plugins/devices/pairing/claim.ts", "HELD_MS"))} hours`,
    `within ${minutes(of("plugins/devices/render/next-page.ts", "BOOT_MS"))} minutes after it has read its config`,
    `that is ${of("plugins/devices/devices/state.ts", "OVERLAY_MS") / 1000} seconds after the alert`,
    `After ${of("plugins/tools/simulator/device.ts", "ALERT_MS") / 1000} seconds the firmware`,
  ],
  "docs/calls.md": [
    ...["small", "medium", "large"].map((name) => `\`${name}\` ${sizeOf(name)}`),
    `undone within the last ${days(of("plugins/devices/devices/device-index.ts", "UNDONE_SECONDS"))} days`,
  ],
  "docs/errors.md": [
    `the maximum of ${of("plugins/devices/pairing/members.ts", "MAX_MEMBERS")} members`,
    `the maximum of ${of("plugins/devices/habits/service.ts", "MAX_HABITS")} habits`,
    `more than ${number(BUDGETS.nodes)} nodes`,
    `more than ${number(MAX_PARAGRAPHS)} paragraphs`,
    `more than ${BUDGETS.pictures} pictures`,
    `more than ${number(BUDGETS.steps)} steps`,
    `more than ${number(BUDGETS.text)} characters`,
    `more than ${MAX_NESTING} nested boxes`,
    `more than ${WORK_MS / 1000} seconds and was stopped`,
    `was stopped ${MAX_STRIKES} times`,
    `more than ${of("kernel/work/sandbox-child.ts", "MAX_OUTPUT") / MIB} MiB of data`,
  ],
  "docs/security.md": [
    `for longer than ${of("plugins/devices/pairing/claim.ts", "PAIRING_MINUTES") + minutes(of("plugins/devices/pairing/claim.ts", "GRACE_MS"))} minutes`,
    `ends ${of("plugins/people/accounts/sessions.ts", "LIFE_MS") / 86_400_000} days after its last use`,
    `At most ${number(DRAWN_REFUSALS.perMinute)} refusals a minute`,
    `${of("plugins/devices/pairing/service.ts", "CODES", "most")} attempts of each account`,
    `for ${minutes(of("plugins/devices/pairing/service.ts", "CODES", "within"))} minutes, again and again`,
    `each of ${["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"][read("test/admissions.txt").split("\n")[0]!.split(", ").length]} kinds of callers`,
    `A code is valid for ${minutes(of("plugins/devices/pairing/codes.ts", "LIFE_MS"))} minutes`,
    `The ${number(PASSWORDS)} most common passwords`,
  ],
  "docs/fonts-and-licences.md": [`the ${number(PASSWORDS)} most common passwords`],
  "docs/configuration.md": [
    `the server stores ${of("plugins/devices/devices/token-bounds.ts", "MAX_PER_MINUTE")} a minute`,
    `${SIGN_IN.most} wrong passwords of one name from one address block that name for that address for ${minutes(SIGN_IN.within)} minutes`,
    `${SIGN_IN_ADDRESS.most} of any names from one address block sign-in for that address for an hour`,
    `${of("plugins/devices/pairing/service.ts", "CODES", "most")} wrong codes in ${minutes(of("plugins/devices/pairing/service.ts", "CODES", "within"))} minutes`,
    `create ${of("plugins/people/accounts/service.ts", "REGISTRATION", "most")} accounts an hour`,
    `at most ${of("kernel/http/server.ts", "MAX_OF_PLACE")} connections at once`,
    `less ${of("kernel/http/descriptors.ts", "RESERVED")}`,
  ],
  "docs/operating.md": [
    `| an alert | ${ofConfig("alerts", "seconds")} seconds,`,
    `| its heartbeats and renders | ${/const rows = .*default\((\d+)\)/.exec(read("plugins/devices/devices/index.ts"))?.[1]} rows, ${ofConfig("devices", "days")} days`,
    `contents that it showed | ${ofConfig("history", "keep")}, ${ofConfig("history", "days")} days`,
    `${days(of("plugins/devices/devices/service.ts", "UNOWNED_SECONDS"))} days after its last call; ${of("plugins/devices/devices/service.ts", "UNSEEN_SECONDS") / 3600} hour if it only requested a token`,
    `the last ${of("plugins/devices/configs/service.ts", "MAX_RECORDS")} |`,
    `without an owner ${days(of("plugins/devices/history/service.ts", "UNCLAIMED_SECONDS"))} days |`,
    `${of("plugins/devices/habits/service.ts", "MAX_HABITS")} a device, a year`,
    `${of("plugins/pages/mode-studio/service.ts", "MAX_MODES")} a device and ${of("plugins/pages/mode-studio/service.ts", "MAX_MODES")} for all`,
    `the ${of("plugins/devices/alerts/service.ts", "MAX_ALERTS")} newest`,
    `${minutes(of("plugins/devices/pairing/codes.ts", "LIFE_MS"))} minutes after it was last drawn`,
    `${hours(of("sdk/kit/device.ts", "UNUSED_MS"))} hours after its last use, ${of("plugins/devices/devices/tokens.ts", "MAX_UNCONFIRMED")} a device`,
    `${hours(of("plugins/devices/pairing/claim.ts", "HELD_MS"))} hours after the binding`,
    `${of("plugins/pages/pictures/gallery.ts", "KEPT_DAYS")} days after they were last shown, ${of("plugins/pages/pictures/gallery.ts", "KEPT_BYTES") / MIB} MiB in all`,
    `| the last good content of a mode | ${of("plugins/pages/pages/last-good.ts", "DAYS")} days |`,
    `${of("plugins/devices/stats/refusals.ts", "DAY_MS") / 86_400_000} day, ${of("plugins/devices/stats/refusals.ts", "MAX_ROWS")} of all devices and ${of("plugins/devices/stats/refusals.ts", "MAX_OF_DEVICE")} of each owned device`,
    `${of("plugins/people/accounts/sessions.ts", "LIFE_MS") / 86_400_000} days after their last use, ${of("plugins/people/accounts/sessions.ts", "MAX_SESSIONS")} an account`,
    `at least ${of("plugins/people/accounts/passwords.ts", "MIN_LENGTH")} characters, and the ${number(PASSWORDS)} most common`,
  ],
}

test("says in numbers what the code has", () => {
  for (const [page, said] of Object.entries(STATED))
    for (const sentence of said) assert.ok(read(page).includes(sentence), `${page}: ${sentence}`)
})

test("names the very commands that CI and a newcomer run", () => {
  const { scripts, engines } = JSON.parse(read("package.json")) as {
    scripts: Record<string, string>
    engines: { node: string }
  }
  for (const page of READMES) {
    assert.match(read(page), "npm ci && npm start")
    assert.match(read(page), `Node ${engines.node.replace(">=", "")} `)
  }
  assert.match(read("docs/getting-started.md"), "npm ci && npm start")
  assert.match(read("README.md"), "The tests: `npm test`.")
  assert.match(read(".ci/run"), /^npm test$/m)
  assert.ok(scripts.start && scripts.test && scripts.bench)
})

test("shows a picture that is there", () => {
  for (const page of [...READMES, ...DOCS]) {
    const shown = [...read(page).matchAll(/!\[[^\]]*\]\(([^)\s]+)(?: "[^"]*")?\)/g)]
    assert.ok(shown.length > 0 || page.startsWith("docs/"), page)
    for (const [, file] of shown) {
      const head = readFileSync(new URL(file!, new URL(page, root))).subarray(0, 4)
      assert.ok(head.toString("latin1").endsWith("PNG") || head.toString("hex").startsWith("ffd8ff"), file)
    }
  }
})

test("leads a newcomer to the very link that the log shows, and to a page", async () => {
  const { openStage } = await import("./testing/index.js")
  const stage = await openStage()
  const port = await stage.app.listen()
  const { link } = stage.log.lines.find(({ event }) => event === "setup-code.issued")!.fields as { link: string }
  const [, shown, path] = /prints a link, `(http:\/\/[\d.]+:3000)(\/[^`]+)CODE` \(.*`setup-code\.issued`/.exec(
    read("README.md"),
  )!
  for (const page of [...READMES, "docs/getting-started.md"])
    assert.ok(read(page).includes(`\`${shown}${path}CODE\``), page)
  assert.ok(link.startsWith(`http://127.0.0.1:${port}${path}`), link)
  const { status, text } = await ask(port, path!)
  assert.equal([status, text().startsWith("<!doctype html>")], [200, true])
  await stage.close()
})

test("leads a newcomer to a picture, and signs in by the calls that it shows", async () => {
  const { openStage } = await import("./testing/index.js")
  const stage = await openStage()
  const port = await stage.app.listen()
  const [, preview] = /<http:\/\/localhost:3000(\/[^>]+)>/.exec(read("README.md"))!
  const { status, headers } = await ask(port, preview!)
  assert.equal([status, headers["content-type"]], [200, "image/png"])
  const [, method, path, json] = /curl -X (POST) localhost:3000(\S+) .* -d '([^']+)'/.exec(read("README.md"))!
  const post = async (at: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${at}`, {
      method: method!,
      headers: { "content-type": "application/json" },
      body: json!,
    })
  await post("/api/auth/register")
  const answer = await post(path!)
  const { token } = (await answer.json()) as { token: string }
  const [, devices] = /curl localhost:3000(\S+) -H "Authorization: Bearer \$SESSION"/.exec(read("README.md"))!
  for (const credential of [
    { authorization: `Bearer ${token}` },
    { cookie: answer.headers.get("set-cookie")!.split(";")[0]! },
  ])
    assert.is((await fetch(`http://127.0.0.1:${port}${devices}`, { headers: credential })).status, 200)
  await stage.close()
})

test("names hardware whose sizes and inks are panels here", async () => {
  const { openStage } = await import("./testing/index.js")
  const { PANELS } = await import("platen/sdk/drawing")
  const stage = await openStage()
  const panels = stage.app.get(PANELS).list()
  const there = new Set(panels.map(({ width, height, palette }) => `${width} x ${height} ${palette}`))
  const named = rows(under("README.md", "## Hardware and firmware")).map(
    ([, size, inks]) => `${size} bw${inks!.includes("red") ? "r" : ""}${inks!.includes("yellow") ? "y" : ""}`,
  )
  assert.equal(
    named.filter((each) => !there.has(each)),
    [],
  )
  const documented = rows(under("docs/devices.md", "## Panels")).map(([id, size, inks]) => `${id} ${size} ${inks}`)
  assert.equal(
    documented,
    panels.map(({ id, width, height, palette }) => `\`${id}\` ${width} x ${height} ${palette}`),
  )
  await stage.close()
})

test("lists every mode, and says the version", async () => {
  const { openStage } = await import("./testing/index.js")
  const { MODES } = await import("platen/sdk/mode")
  const stage = await openStage()
  const listed = rows(under("README.md", "## Modes"))
    .flatMap(([, modes]) => modes!.split(", "))
    .map((mode) => mode.replaceAll("`", ""))
  const ids = stage.app
    .get(MODES)
    .list()
    .map(({ id }) => id)
  assert.equal(listed.sort(), ids.sort())
  await stage.close()
  const { version } = JSON.parse(read("package.json")) as { version: string }
  for (const page of READMES) assert.ok(read(page).includes(version), page)
})

test("holds a mode spec that compiles", async () => {
  const { openStage } = await import("./testing/index.js")
  const { COMPILE } = await import("platen/sdk/mode")
  const spec = /```json\n([\s\S]+?)```/.exec(read("docs/writing-modes.md"))![1]!
  const stage = await openStage()
  assert.is(stage.app.get(COMPILE)(JSON.parse(spec)).id, "PROVERB")
  await stage.close()
})

test("is short, and leads to every page", () => {
  for (const page of READMES) {
    const text = readFileSync(new URL(page, root), "utf8")
    assert.ok(text.split("\n").length - 1 <= MAX_LINES, `${page} has more than ${MAX_LINES} lines`)
    for (const doc of DOCS) assert.ok(text.includes(`](${doc})`), `${page} does not link to ${doc}`)
  }
})

/** What two languages of a page have in common. */
function shape(page: string): Readonly<Record<string, readonly string[]>> {
  const blocks = read(page).match(/```[\s\S]*?```/g) ?? []
  const prose = read(page).replaceAll(/```[\s\S]*?```/g, "")
  return {
    headings: (prose.match(/^#+ /gm) ?? []).map((marks) => marks.trim()),
    links: [...prose.matchAll(/\]\(([^)\s]+)\)|<(https?:[^>]+)>/g)].map(([, link, plain]) => (link ?? plain)!),
    blocks,
    rows: rows(prose).map((cells) => String(cells.length)),
  }
}

test("is the same in Chinese: headings, links and code blocks in their order", () => {
  const [english, chinese] = READMES.map(shape) as [ReturnType<typeof shape>, ReturnType<typeof shape>]
  const languages = (links: readonly string[]): readonly string[] => links.filter((link) => !link.startsWith("README"))
  assert.equal({ ...chinese, links: languages(chinese.links!) }, { ...english, links: languages(english.links!) })
  assert.ok(english.links!.includes("README.zh.md") && chinese.links!.includes("README.md"))
  assert.not.match(read("README.zh.md"), "主人")
})

test("names the schema of modes as an install and a checkout have it", () => {
  const { name, files } = JSON.parse(read("package.json")) as { name: string; files: readonly string[] }
  const schema = "docs/mode-spec.schema.json"
  assert.ok(files.includes(schema))
  const spec = JSON.parse(/```json\n([\s\S]+?)```/.exec(read("docs/writing-modes.md"))![1]!) as { $schema: string }
  const [, installed, checkedOut] =
    /^- `\$schema` .* `([^`]+)` beside the `node_modules` of an install, and `([^`]+)` in the folder `modes\/` of a checkout\.$/m.exec(
      read("docs/writing-modes.md"),
    )!
  assert.equal([spec.$schema, installed], [`node_modules/${name}/${schema}`, spec.$schema])
  assert.is(new URL(checkedOut!, new URL("modes/", root)).href, new URL(schema, root).href)
})

test.run()
