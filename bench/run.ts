import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import os from "node:os"
import { fileURLToPath } from "node:url"
import type { Ratio } from "./http.js"
import { COMMAND } from "../test/command.js"

/**
 * Runs all benchmarks one after the other, each in a process of its own. Prints the results with the machine, writes bench/results.json and
 * exits with code 1 when a gate is missed. Absolute times depend on the machine; the gates are ratios within one run, and memory.
 */
interface Timing {
  readonly median: number
  readonly p95: number
}
interface Load {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly statuses: Record<string, number>
}
interface Drawn {
  readonly firstMs: number
  readonly newText: Timing
  readonly sameText: Timing
  readonly layout: Timing
  readonly paint: Timing
  readonly bmp: Timing
  readonly png: Timing
}
interface Dithered {
  readonly bw: Timing
  readonly bwry: Timing
  readonly atkinson: Timing
  readonly bayer: Timing
  readonly whole: Timing
  readonly ditherMeThis: Timing
  readonly sharp: Timing
  readonly firstPhotoMs: number
  readonly newPhoto: Timing
  readonly samePhoto: Timing
}
type Sizes<T> = Readonly<Record<"400x300" | "800x480", T>>

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const root = fileURLToPath(new URL("../../", import.meta.url))
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

function measured<T>(script: string, ...args: string[]): T {
  const started = performance.now()
  process.stderr.write(`${script} ${args.join(" ")} ...`)
  const text = execFileSync(process.execPath, [...COMMAND.flags, script, ...args], {
    encoding: "utf8",
    env: { ...process.env, ...COMMAND.environment },
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 1 << 26,
  })
  process.stderr.write(` ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  return JSON.parse(text) as T
}

const peers = `${root}bench/peers`
if (!existsSync(`${peers}/node_modules`))
  spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: peers, stdio: ["ignore", "ignore", "inherit"] })

const ours = measured<Sizes<Drawn>>(here("./draw.js"))
/** Pages whose fonts are large, each in a process of its own. */
const scripts = Object.fromEntries(
  ["twelve", "rare", "headlines"].map((which) => [
    which,
    measured<{ firstMs: number; later: Timing }>(here("./scripts.js"), which),
  ]),
)
const definitions = measured<Readonly<Record<string, Timing>>>(here("./definitions.js"))
const others = existsSync(`${peers}/node_modules`)
  ? measured<Sizes<{ takumi: Timing; satori: Timing }>>(`${peers}/draw.mjs`)
  : undefined
const dithered = measured<Sizes<Dithered>>(here("./dither.js"))
const http = measured<
  Readonly<Record<"different" | "unchanged" | "notModified" | "owned" | "core", Ratio>> & { readonly errors: number }
>(here("./http.js"))
const memory = {
  // First: it unpacks the fonts, as a server has done before it draws a page of English.
  everyFont: measured<Record<string, number>>(here("./memory.js"), "all"),
  english: measured<Record<string, number>>(here("./memory.js"), "en"),
  englishPictures: measured<Record<string, number>>(here("./memory.js"), "en", "pictures"),
  everyFontPictures: measured<Record<string, number>>(here("./memory.js"), "all", "pictures"),
}

const sandbox = measured<{ coldMs: number; warm: Timing; serverMb: number; childMb: number }>(here("./sandbox.js"))

const hanging = measured<
  Readonly<Record<"answering" | "warm" | "stale", { readonly median: number; readonly p99: number }>>
>(here("./hanging.js"))
const models = measured<
  Readonly<Record<"answering" | "hanging", { readonly median: number; readonly p99: number; readonly asked: number }>>
>(here("./models.js"))
const commandLine = measured<{ help: number; version: number }>(here("./command-line.js"))

/** Five minutes, to measure memory growth after the first. */
const devices = measured<
  Load & {
    renders: number
    rows: number
    errors: number
    answered: number
    growth: number
    others: number
    rssMb: { minute1: number; end: number }
  }
>(here("./devices.js"), "300")

interface Gate {
  readonly name: string
  readonly value: number | undefined
  readonly atLeast?: number
  readonly below?: number
}
const gates: Gate[] = [
  ...(["400x300", "800x480"] as const).flatMap((size) => [
    {
      name: `times as fast as Takumi, ${size}`,
      value: others && others[size].takumi.median / ours[size].newText.median,
      atLeast: 3,
    },
    {
      name: `times as fast as satori and resvg, ${size}`,
      value: others && others[size].satori.median / ours[size].newText.median,
      atLeast: 20,
    },
  ]),
  { name: "different page every time, ratio to a bare server", value: http.different.ratio, atLeast: 0.03 },
  { name: "unchanged page, ratio to a bare server", value: http.unchanged.ratio, atLeast: 0.25 },
  { name: "304, ratio to a bare server", value: http.notModified.ratio, atLeast: 0.25 },
  { name: "1,000 owned devices, 32 requests at once, ratio to a bare server", value: http.owned.ratio, atLeast: 0.06 },
  { name: "  their p99, ms", value: http.owned.p99, below: 60 },
  { name: "1,000 core devices, 32 requests at once, ratio to a bare server", value: http.core.ratio, atLeast: 0.06 },
  { name: "  their p99, ms", value: http.core.p99, below: 60 },
  {
    name: "  answers with another status, errors in the log",
    value:
      http.errors +
      (["different", "unchanged", "notModified", "owned", "core"] as const).reduce(
        (sum, name) => sum + http[name].others,
        0,
      ),
    below: 1,
  },
  {
    name: "  answers without a picture, missing rows or counts, errors in the log",
    value:
      devices.others +
      Math.abs(devices.answered - devices.rows) +
      Math.abs(devices.answered - devices.renders) +
      devices.errors,
    below: 1,
  },
  { name: "  growth of memory from the first minute to the fifth", value: devices.growth, below: 0.2 },
  {
    name: "first preview of a user's mode, ms, including the start of its process",
    value: sandbox.coldMs,
    below: 2_500,
  },
  {
    name: "page of weather from cached content, ratio to a page of new text (2.1: 0.6 ms where that takes 0.28)",
    value: hanging.answering.median / ours["400x300"].newText.median,
    below: 2.5,
  },
  {
    name: "p99 of renders of warm content while every source hangs, against a world that answers",
    value: hanging.warm.p99 / hanging.answering.p99,
    below: 1.5,
  },
  {
    name: "p99 of renders of old content while every source hangs, against the same",
    value: hanging.stale.p99 / hanging.answering.p99,
    below: 2.5,
  },
  {
    name: "p99 of calls of a screen whose pages a model writes, while it hangs, against one that answers",
    value: models.hanging.p99 / models.answering.p99,
    below: 1.5,
  },
  { name: "platen --help, ms (target: 150)", value: commandLine.help, below: 400 },
  { name: "platen --version, ms", value: commandLine.version, below: 400 },
  // After the sheet: every mode over its sources, in every size.
  { name: "MB resident, English", value: memory.english.rssMb, below: 180 },
  { name: "MB resident, every font in use", value: memory.everyFont.rssMb, below: 240 },
  ...Object.entries(scripts).map(([which, { later }]) => ({
    name: `later pages of ${which}, ms`,
    value: later.median,
    below: 5,
  })),
  ...Object.entries(definitions).map(([name, { median }]) => ({
    name: `a definition with ${name} is refused, ms`,
    value: median,
    below: 20,
  })),
  ...(["400x300", "800x480"] as const).map((size) => ({
    name: `times as fast as dither-me-this's own loop, ${size}`,
    value: dithered[size].ditherMeThis.median / dithered[size].bw.median,
    atLeast: 20,
  })),
]
/** Figures that may fall by at most 15 % below those last accepted on a processor of the same model. */
const ratios: Readonly<Record<string, number>> = Object.fromEntries(
  (["different", "unchanged", "notModified", "owned", "core"] as const).map((name) => [name, http[name].ratio]),
)
const ACCEPTED = `${root}bench/accepted.json`
const processor = os.cpus()[0]?.model ?? "unknown processor"

/** The accepted figures of this processor's model; undefined for another model. `npm run bench -- --accept` writes those of this run. */
function acceptedRatios(): Readonly<Record<string, number>> | undefined {
  const all = existsSync(ACCEPTED)
    ? (JSON.parse(readFileSync(ACCEPTED, "utf8")) as Record<string, Record<string, number>>)
    : {}
  if (process.argv.includes("--accept")) {
    const rounded = Object.fromEntries(Object.entries(ratios).map(([name, value]) => [name, Number(value.toFixed(3))]))
    writeFileSync(ACCEPTED, `${JSON.stringify({ ...all, [processor]: rounded }, null, 2)}\n`)
    return rounded
  }
  return all[processor]
}

const missed = (gate: Gate): boolean =>
  gate.value !== undefined && (gate.value < (gate.atLeast ?? -Infinity) || gate.value >= (gate.below ?? Infinity))

const machine = `${processor}, ${os.cpus().length} cores, Node ${process.version}, ${os.platform()} ${os.arch()}`
const ms = (value: number): string => `${value.toFixed(value < 1 ? 3 : 1)} ms`.padStart(10)
say(`\n${machine}\n`)
say("one page with three new texts each time, to a one-bit BMP (median)       400x300    800x480")
for (const [name, of] of [
  ["Platen: layout, paint, BMP", (size: keyof typeof ours) => ours[size].newText.median],
  ["  the same texts again", (size: keyof typeof ours) => ours[size].sameText.median],
  ["  layout alone", (size: keyof typeof ours) => ours[size].layout.median],
  ["  paint alone", (size: keyof typeof ours) => ours[size].paint.median],
  ["  BMP alone", (size: keyof typeof ours) => ours[size].bmp.median],
  ["  PNG alone", (size: keyof typeof ours) => ours[size].png.median],
  ["  first of a fresh process", (size: keyof typeof ours) => ours[size].firstMs],
  ...(others
    ? [
        ["@takumi-rs/core, threshold", (size: keyof typeof ours) => others[size].takumi.median] as const,
        ["satori, @resvg/resvg-js, threshold", (size: keyof typeof ours) => others[size].satori.median] as const,
      ]
    : []),
] as const)
  say(`  ${name.padEnd(66)} ${ms(of("400x300"))} ${ms(of("800x480"))}`)
say("\npages whose fonts are large, 800x480                                            first      later")
for (const [which, name] of [
  ["twelve", "twelve scripts"],
  ["rare", "200 rare Han characters"],
  ["headlines", "30 Chinese headlines"],
] as const)
  say(`  ${name.padEnd(66)} ${ms(scripts[which]!.firstMs)} ${ms(scripts[which]!.later.median)}`)
if (!others) say("  (the other stacks are not installed: run npm ci in bench/peers)")
say("\none picture, Floyd and Steinberg unless noted (median)                   400x300    800x480")
for (const [name, of] of [
  ["Platen: linear light to black and white", (size: keyof typeof dithered) => dithered[size].bw.median],
  ["  to four inks", (size: keyof typeof dithered) => dithered[size].bwry.median],
  ["  Atkinson", (size: keyof typeof dithered) => dithered[size].atkinson.median],
  ["  Bayer", (size: keyof typeof dithered) => dithered[size].bayer.median],
  ["  scaled to half, levels, dithered, packed", (size: keyof typeof dithered) => dithered[size].whole.median],
  ["dither-me-this, its own loop", (size: keyof typeof dithered) => dithered[size].ditherMeThis.median],
  ["sharp, to a PNG of two colours", (size: keyof typeof dithered) => dithered[size].sharp.median],
  ["a page with a photograph, from its file to a BMP", (size: keyof typeof dithered) => dithered[size].newPhoto.median],
  ["  the same photograph in another minute", (size: keyof typeof dithered) => dithered[size].samePhoto.median],
] as const)
  say(`  ${name.padEnd(66)} ${ms(of("400x300"))} ${ms(of("800x480"))}`)
say(
  "\nHTTP, loopback; medians of nine runs of a second, alternating with a bare server\n                                                                per second   of bare        p50        p99  processor",
)
for (const [name, { rate, ratio, p50, p99, cpuUs }] of Object.entries({
  "a different page every time, 8 connections": http.different,
  "an unchanged page": http.unchanged,
  "304 by If-None-Match": http.notModified,
  "1,000 owned devices, state and rows written, 32 connections": http.owned,
  "1,000 core devices, the same": http.core,
})) {
  say(
    `  ${name.padEnd(60)} ${Math.round(rate).toString().padStart(10)} ${ratio.toFixed(3).padStart(9)} ${ms(p50)} ${ms(p99)} ${cpuUs === undefined ? "-" : `${Math.round(cpuUs)} us`.padStart(10)}`,
  )
}
say(
  `  ${devices.answered} renders, ${devices.rows} rows; resident ${devices.rssMb.minute1.toFixed(0)} MB after a minute, ${devices.rssMb.end.toFixed(0)} MB after five`,
)
say("\nmemory after the whole sheet                                      resident    peak   first picture")
for (const [name, { rssMb = 0, peakMb = 0, firstPictureMs = 0 }] of Object.entries({
  English: memory.english,
  "English and Chinese, then every font": memory.everyFont,
  "English, with a photograph": memory.englishPictures,
  "every font, with a photograph": memory.everyFontPictures,
})) {
  say(
    `  ${name.padEnd(60)} ${rssMb.toFixed(0).padStart(7)} MB ${peakMb.toFixed(0).padStart(5)} MB ${ms(firstPictureMs)}`,
  )
}
say(
  `\na user's mode, from its text to a PNG of 800x480: the first ${ms(sandbox.coldMs).trim()}, later ones ${ms(sandbox.warm.median).trim()}; resident ${sandbox.serverMb.toFixed(0)} MB, child process ${sandbox.childMb.toFixed(0)} MB`,
)
say(
  `a page of weather, median and p99: ${ms(hanging.answering.median).trim()} and ${ms(hanging.answering.p99).trim()}; while every source hangs, warm ${ms(hanging.warm.median).trim()} and ${ms(hanging.warm.p99).trim()}, old ${ms(hanging.stale.median).trim()} and ${ms(hanging.stale.p99).trim()}`,
)
say(
  `a call of a screen whose pages a model writes, median and p99: ${ms(models.answering.median).trim()} and ${ms(models.answering.p99).trim()}; while the model hangs ${ms(models.hanging.median).trim()} and ${ms(models.hanging.p99).trim()}`,
)
const accepted = acceptedRatios()
for (const [name, figure] of Object.entries(ratios)) {
  const last = accepted?.[name]
  gates.push({
    name: `${name}, against the last accepted ${last?.toFixed(3) ?? "(none for this processor)"}`,
    value: last && figure / last,
    atLeast: 0.85,
  })
}
say("\ngates")
for (const gate of gates) {
  const bound = gate.atLeast === undefined ? `below ${gate.below}` : `at least ${gate.atLeast}`
  say(
    `  ${missed(gate) ? "MISSED" : gate.value === undefined ? "no figure" : "met   "} ${gate.name}: ${gate.value?.toFixed(3) ?? "-"} (${bound})`,
  )
}
writeFileSync(
  `${root}bench/results.json`,
  `${JSON.stringify({ machine, date: new Date().toISOString(), draw: ours, scripts, definitions, peers: others, dither: dithered, http, devices, memory, sandbox, hanging, models, gates: gates.map((gate) => ({ ...gate, met: !missed(gate) })) }, null, 2)}\n`,
)
process.exit(gates.some(missed) ? 1 : 0)
