import { field, secret, z } from "platen/sdk"
import { dayOf, isSealed, SEALED } from "platen/sdk/kit"
import type { Issue } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import {
  checkNested,
  checkOverrides,
  COMMON_SETTINGS,
  overridesShown,
} from "../../../../plugins/devices/configs/overrides.js"
import type { WireConfig } from "../../../../plugins/devices/configs/wire-config.js"
import { modeCatalog, modeOf } from "./catalogs.js"

const test = suite("configs/overrides")

const KEYS = [
  "is_focus_listening",
  "focus_listening",
  "is_always_active",
  "always_active",
  "token",
  "pair_code",
  "runtime_mode",
  "pending_refresh",
  "pending_mode",
]
const paths = (issues: readonly Issue[]): string[] => issues.map(({ path }) => path)
const override = (value: unknown): Partial<WireConfig> => ({ modeOverrides: { STOIC: { value } } })

for (const key of KEYS) {
  test(`refuses ${key} as a key at any depth, which a device would misread`, () => {
    assert.equal(paths(checkNested({ modeOverrides: { [key]: {} } })), [`mode_overrides.${key}`])
    assert.equal(paths(checkNested({ modeOverrides: { STOIC: { [key]: 0 } } })), [`mode_overrides.STOIC.${key}`])
    assert.equal(paths(checkNested(override([1, { a: { b: [{ [key]: null }] } }]))), [
      `mode_overrides.STOIC.value.1.a.b.0.${key}`,
    ])
    assert.equal(paths(checkNested({ countdownEvents: [{ [key]: "x" }] })), [`countdown_events.0.${key}`])
    assert.equal(paths(checkNested({ timeSlotRules: [{}, { note: { [key]: true } }] })), [
      `time_slot_rules.1.note.${key}`,
    ])
  })
}

test("names every such key, and says what to do", () => {
  const issues = checkNested({ modeOverrides: { STOIC: { token: { pair_code: 1 } } }, timeSlotRules: [{ token: 1 }] })
  assert.equal(paths(issues), [
    "mode_overrides.STOIC.token",
    "mode_overrides.STOIC.token.pair_code",
    "time_slot_rules.0.token",
  ])
  for (const { message } of issues)
    assert.is(message, "is a name for which devices search the whole config: rename the key")
})

test("lets such names be values, and parts of other keys", () => {
  assert.equal(
    checkNested(override({ tokens: "token", focusListening: "focus_listening", list: KEYS, "a token": 1, TOKEN: 1 })),
    [],
  )
  assert.equal(checkNested({}), [])
  assert.equal(checkNested({ modeOverrides: {}, countdownEvents: [], timeSlotRules: [null, 3, "token"] }), [])
})

/** As many objects in one another. */
const nested = (levels: number, inner: unknown = "x"): unknown =>
  levels === 0 ? inner : { a: nested(levels - 1, inner) }

test("lets settings nest twelve levels deep, no more", () => {
  // The modes and their settings are two of them.
  assert.equal(checkNested(override(nested(11))), [])
  const [issue, ...more] = checkNested(override(nested(12)))
  assert.equal(
    [issue, more],
    [
      {
        path: `mode_overrides.STOIC.value${".a".repeat(11)}`,
        message: "is nested more than 12 levels deep: nest fewer objects and lists",
      },
      [],
    ],
  )
  assert.equal(checkNested({ timeSlotRules: [nested(12)] }), [])
  assert.is(checkNested({ timeSlotRules: [nested(13)] }).length, 1)
})

test("does not follow what goes very deep", () => {
  const text = `${"[".repeat(30_000)}${"]".repeat(30_000)}`
  assert.is(checkNested(override(JSON.parse(text))).length, 1)
})

const settings = z.strictObject({
  cups: z.number().max(9).default(1),
  who: field(z.string().max(5), {}).optional(),
  days: z.array(z.strictObject({ name: z.string() })).optional(),
})
const span = z
  .strictObject({ first: z.number().default(0), last: z.number().default(0) })
  .refine(({ first, last }) => first <= last, "ends before it begins.")
const piped = z.preprocess((given) => given, z.strictObject({ cups: z.number().optional() }))
const modes = modeCatalog([
  modeOf("STOIC", { settings: settings as Mode["settings"] & object }),
  modeOf("SPAN", { settings: span as Mode["settings"] & object }),
  modeOf("PIPED", { settings: piped as Mode["settings"] & object }),
  modeOf("ZEN"),
  modeOf("HOUSE", {
    perUser: true,
    settings: z.strictObject({
      connection: z.string().default(""),
      days: z.number().optional(),
      photos: z.array(z.strictObject({ album: z.string() })).default([]),
    }) as Mode["settings"] & object,
  }),
  modeOf("FEEDS", {
    settings: z.strictObject({
      feeds: z
        .array(z.strictObject({ name: z.string(), url: secret().or(z.literal("")) }))
        .max(3)
        .default([]),
    }) as Mode["settings"] & object,
  }),
])

const TODAY = dayOf(Date.UTC(2026, 10, 21) / 86_400_000)

interface Checked {
  readonly kept: WireConfig["modeOverrides"]
  readonly warnings: readonly string[]
  readonly issues: readonly Issue[]
}

function checked(given: WireConfig["modeOverrides"], stored: WireConfig["modeOverrides"] = {}, lends = true): Checked {
  const [warnings, issues]: [string[], Issue[]] = [[], []]
  const kept = checkOverrides(given, modes, { warnings, issues }, () => TODAY, {
    stored: (id) => [stored[id] ?? []].flat(),
    seal,
    lends,
  })
  return { kept, warnings, issues }
}

/** Stands for encryption: the letters turned round. */
function seal(text: string): string {
  return isSealed(text) ? text : SEALED + [...text].reverse().join("").padEnd(16, "_")
}

test("keeps settings as they were given, without the schema's defaults", () => {
  const given = { STOIC: { who: "Ada", days: [{ name: "Monday" }] }, ZEN: { city: "Bern" } }
  assert.equal(checked(given), { kept: given, warnings: [], issues: [] })
})

test("seals secrets, shows which there are, and keeps those that come back as they were read", () => {
  const feed = (name: string, url: unknown): object => ({ name, url })
  const { kept, issues } = checked({ FEEDS: { feeds: [feed("work", "https://a/1"), feed("home", "https://b/2")] } })
  const [work, home] = (kept.FEEDS as { feeds: { name: string; url: string }[] }).feeds
  assert.equal([issues, isSealed(work!.url), isSealed(home!.url)], [[], true, true])
  const shown = overridesShown(kept, modes, () => TODAY).FEEDS as { feeds: { name: string; url: { set: boolean } }[] }
  assert.not.match(JSON.stringify(shown), /sealed|a\/1/)
  assert.equal(
    shown.feeds.map(({ name, url }) => [name, url.set]),
    [
      ["work", true],
      ["home", true],
    ],
  )
  const [, second] = shown.feeds
  const again = (feeds: unknown): unknown => checked({ FEEDS: { feeds } }, kept).kept.FEEDS
  assert.equal(again([second]), { feeds: [home] }, "after the first was removed")
  assert.equal(again([feed("one", { set: true })]), { feeds: [{ name: "one", url: work!.url }] }, "by its place")
  assert.equal(again([feed("one", { set: true, of: "unknown" })]), { feeds: [{ name: "one", url: "" }] })
  assert.equal(again([feed("one", "")]), { feeds: [{ name: "one", url: "" }] }, "an empty text is none")
  assert.equal(paths(checked({ FEEDS: { feeds: [feed("one", 5)] } }).issues), ["mode_overrides.FEEDS.feeds.0.url"])
})

test("takes no sealed text from a caller, installed mode or not", () => {
  const theirs = seal("https://a/1")
  const sent = { FEEDS: { feeds: [{ name: "mine", url: theirs }] }, GONE: { deep: [{ key: theirs }] } }
  assert.equal(checked(sent).kept, {
    FEEDS: { feeds: [{ name: "mine", url: "" }] },
    GONE: { deep: [{ key: "" }] },
  })
})

test("lets nobody but the owner change settings that use a connection or an album", () => {
  const stored = { HOUSE: { connection: "house", days: 1 } }
  const said = /only the owner may change/
  for (const given of [
    { connection: "house", days: 2 },
    { connection: "other" },
    { connection: "" },
    { photos: [{ album: "family" }] },
  ]) {
    const { kept, warnings, issues } = checked({ HOUSE: given }, stored, false)
    assert.equal([kept, issues], [stored, []])
    assert.match(warnings.join(), said)
    assert.equal(checked({ HOUSE: given }, stored).kept, { HOUSE: given }, "the owner")
  }
  assert.equal(checked({ HOUSE: { connection: "house" } }, {}, false).kept, {}, "the first one, too")
  for (const same of [{ HOUSE: { connection: "house", days: 1 } }])
    assert.equal(checked(same, stored, false), { kept: stored, warnings: [], issues: [] })
  const free = { HOUSE: { connection: "", days: 3 } }
  assert.equal(checked(free, { HOUSE: { days: 1 } }, false).kept, free, "what uses none")
})

test("knows a mode however it is written", () => {
  for (const name of ["STOIC", "stoic", " Stoic\n"])
    assert.equal(checked({ [name]: { cups: 2 } }), { kept: { STOIC: { cups: 2 } }, warnings: [], issues: [] })
})

test("keeps the settings of a mode that is not installed, and leaves out what is no mode's name, and says so", () => {
  const { kept, warnings, issues } = checked({
    gone: { cups: 1 },
    EMPTY: {},
    ["x".repeat(99)]: { cups: 1 },
    STOIC: { cups: 2 },
  })
  assert.equal([kept, issues], [{ GONE: { cups: 1 }, STOIC: { cups: 2 } }, []])
  assert.equal(warnings, [
    "mode_overrides.gone: this mode is not installed: its settings are kept until it is.",
    "mode_overrides.EMPTY: this mode does not exist: it was removed.",
    `mode_overrides.${"x".repeat(60)}: this mode does not exist: it was removed.`,
  ])
})

test("leaves out settings that the mode does not have, and says so", () => {
  const { kept, warnings, issues } = checked({
    stoic: { cups: 2, mugs: 3, ["x".repeat(99)]: 1, constructor: 1, toString: 1 },
  })
  assert.equal([kept, issues], [{ STOIC: { cups: 2 } }, []])
  assert.equal(
    warnings,
    ["mugs", "x".repeat(60), "constructor", "toString"].map(
      (name) => `mode_overrides.STOIC.${name}: this mode has no such setting: it was removed.`,
    ),
  )
})

test("says little of very many modes and settings that there are not", () => {
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`x${i}`, 1]))
  const { warnings } = checked({ ...Object.fromEntries(Object.keys(many).map((name) => [name, {}])), STOIC: many })
  assert.is(warnings.length, 20)
})

test("keeps no mode of which nothing is left", () => {
  assert.equal(checked({ STOIC: {}, ZEN: { cups: 1 } }).kept, {})
})

for (const [what, given, issues] of [
  ["a value", { STOIC: { cups: 10 } }, ["mode_overrides.STOIC.cups"]],
  ["several", { stoic: { cups: "2", who: "Adalbert" } }, ["mode_overrides.STOIC.cups", "mode_overrides.STOIC.who"]],
  ["what lies deep", { STOIC: { days: [{ name: "a" }, { name: 3 }] } }, ["mode_overrides.STOIC.days.1.name"]],
  ["settings that do not fit together", { SPAN: { first: 3, last: 2 } }, ["mode_overrides.SPAN"]],
  [
    "what any mode may be given",
    { ZEN: { city: 3, latitude: 91 }, PIPED: { timezone: "x".repeat(65) } },
    ["mode_overrides.ZEN.city", "mode_overrides.ZEN.latitude", "mode_overrides.PIPED.timezone"],
  ],
] as const) {
  test(`refuses ${what} by the mode's schema, under its path`, () => {
    const found = checked(given).issues
    assert.equal(paths(found), issues)
    for (const { message } of found) assert.match(message, /[^.]$/)
  })
}

test("keeps what any mode may be given, and shows no mode's schema any of it", () => {
  const general = {
    city: "Bern",
    latitude: 46.9,
    longitude: null,
    timezone: "Europe/Zurich",
    admin1: "BE",
    country: "CH",
    llm_provider: "a",
    llm_model: "b",
    image_provider: "c",
    image_model: "d",
  }
  assert.equal(Object.keys(general), COMMON_SETTINGS)
  for (const id of ["STOIC", "PIPED", "ZEN"])
    assert.equal(checked({ [id]: general }), { kept: { [id]: general }, warnings: [], issues: [] }, id)
  assert.equal(checked({ STOIC: { ...general, cups: 3 } }).kept, { STOIC: { ...general, cups: 3 } })
})

test.run()
