import { RASTERIZER } from "platen/sdk/drawing"
import { DRAW, MODES } from "platen/sdk/mode"
import { requestFor } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { SIZES } from "../pictures/sizes.js"
import { described as describe } from "../setting.js"
import { INTERFACE_LANGUAGES } from "../words.js"

const test = suite("thisday")

const clock = fakeClock("2026-11-22T09:05:00Z")
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock })
})
test.after(() => stage.close())

const EVENT = { event: "A cable carries a message.", since: 1858, years: 168, oldStyle: true }

async function drawn(
  data: object,
  language: string,
  [width, height]: readonly [number, number] = [800, 480],
): Promise<{ readonly said: string; readonly findings: readonly string[] }> {
  const screen = { width, height, palette: "bw", language }
  const request = { ...requestFor(stage.app, "THISDAY", screen, language), data }
  const { page } = (await stage.app.get(DRAW).page(stage.app.get(MODES).get("THISDAY")!, request))!
  return {
    said: describe(page).replace(/\s+/g, " "),
    findings: stage.app
      .get(RASTERIZER)
      .lint(page, request)
      .map(({ message }) => message),
  }
}

const LABELS: Readonly<Record<string, readonly [many: string, one: string, short: string]>> = {
  en: ["168 years ago today (new style)", "1 year ago today", "168 years ago"],
  de: ["Heute vor 168 Jahren (neuer Stil)", "Heute vor 1 Jahr", "Vor 168 Jahren"],
  es: ["Hoy hace 168 años (nuevo estilo)", "Hoy hace 1 año", "Hace 168 años"],
  fr: ["Il y a 168 ans aujourd’hui (nouveau style)", "Il y a 1 an aujourd’hui", "Il y a 168 ans"],
  it: ["168 anni fa oggi (nuovo stile)", "1 anno fa oggi", "168 anni fa"],
  ja: ["168年前の今日（新暦）", "1年前の今日", "168年前"],
  nl: ["Vandaag 168 jaar geleden (nieuwe stijl)", "Vandaag 1 jaar geleden", "168 jaar geleden"],
  zh: ["168年前的今天（儒略历换算）", "1年前的今天", "168年前"],
  "zh-Hant": ["168年前的今天（儒略曆換算）", "1年前的今天", "168年前"],
}

test("says in every language how long ago an event was", async () => {
  assert.equal(Object.keys(LABELS).toSorted(), [...INTERFACE_LANGUAGES].toSorted())
  for (const [language, [many, one, short]] of Object.entries(LABELS)) {
    assert.ok((await drawn(EVENT, language)).said.includes(many), many)
    assert.ok((await drawn({ ...EVENT, years: 1, oldStyle: false }, language)).said.includes(`${one} `), one)
    assert.ok((await drawn(EVENT, language, [296, 128])).said.includes(`${short} `), short)
  }
})

test("cuts nothing at any size in any language", async () => {
  for (const language of INTERFACE_LANGUAGES)
    for (const size of SIZES)
      assert.equal((await drawn(EVENT, language, size)).findings, [], `${language} ${size.join("x")}`)
})

test.run()
