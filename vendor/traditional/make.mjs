/**
 * Makes sdk/kit/traditional-table.ts from the dictionaries of OpenCC, as the npm package opencc-js has them.
 *
 *     npm pack opencc-js@1.4.2 && tar xzf opencc-js-1.4.2.tgz
 *     node vendor/traditional/make.mjs package > sdk/kit/traditional-table.ts
 *
 * A phrase is part of the table only when its characters alone would come out wrong. It is stored in traditional characters; its simplified form
 * follows from the characters.
 */
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

const folder = resolve(process.argv[2] ?? "package")
const read = async (name) => {
  const { default: text } = await import(pathToFileURL(join(folder, `dist/esm-lib/dict/${name}.js`)).href)
  return text.split("|").map((entry) => entry.split(" "))
}
const [characters, phrases, more, taiwan, hongKong] = await Promise.all(
  ["STCharacters", "STPhrases", "STPhrases_GeneratedFromRegionalPhrases", "TWVariants", "HKVariants"].map(read),
)

/** Characters whose most frequent form alone is another than the first of the dictionaries. */
const DEFAULTS = { 干: "乾", 姜: "薑", 钟: "鐘" }
/** Phrases that the dictionaries lack, or write as hardly anybody does. */
const OWN = `
后主后主 下面条下麪條 干宝干寶 树谷樹穀 系短繫短 卷菜捲菜 卷豆捲豆 煸卷煸捲 浇面澆麪 面煮麪煮 老船夫老船夫 车夫車夫 冲气沖氣 冲入沖入 冲开沖開
冲进醋沖進醋 再冲水再沖水 一半面粉一半麪粉
`
/** Entries that are rarer than the words that they would be mistaken for, or that replace a word by another. */
const WRONG = /^(个旧|个中|家具|里[乘亚人仁党兹加名君咽奥宰尼居布扣望欧民港甲社科美老耳舍语谚豪长门闬])$/u

const single = new Map([...characters, ...Object.entries(DEFAULTS)].filter(([from, to]) => from !== to))
const own = OWN.trim()
  .split(/\s+/)
  .map((pair) => [pair.slice(0, pair.length / 2), pair.slice(pair.length / 2)])
const kept = new Map()
const MAX = 8

/** The longest phrases first, as readers of the table convert. */
function converted(text) {
  const signs = [...text]
  let out = ""
  for (let at = 0; at < signs.length; ) {
    let length = Math.min(MAX, signs.length - at)
    while (length > 1 && !kept.has(signs.slice(at, at + length).join(""))) length--
    const part = signs.slice(at, at + length).join("")
    out += kept.get(part) ?? single.get(part) ?? part
    at += length
  }
  return out
}

const variants = (forms) => {
  const map = new Map(forms)
  return (text) => [...text].map((sign) => map.get(sign) ?? sign).join("")
}
const finals = [variants(taiwan), variants(hongKong)]
const same = (a, b) => finals.every((final) => final(a) === final(b))

const replaced = new Set(own.map(([from]) => from))
const all = [...phrases, ...more]
  .filter(([from]) => /^\p{Script=Han}+$/u.test(from) && [...from].length <= MAX)
  .filter(([from]) => !WRONG.test(from) && !replaced.has(from))
for (const [from, to] of all.sort((a, b) => a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1)))
  if (!same(converted(from), to)) kept.set(from, to)

/** Words such as 外面 and 里面, which must be found before 面条 is: 外面条件 holds no noodles. */
const LAST = /^(?!半面).[里面个后了于出向发]$/u
for (const [from, to] of all) if (LAST.test(from) && !kept.has(from)) kept.set(from, to)
for (const [from, to] of own) kept.set(from, to)

const back = new Map([...single].map(([from, to]) => [to, from]))
/** Other traditional characters for a simplified one, which only phrases have. */
const others = new Map()
for (const [from, to] of kept) {
  const [a, b] = [[...from], [...to]]
  if (a.length !== b.length) throw new Error(`${from} and ${to} differ in length`)
  for (const [i, sign] of b.entries())
    if (sign !== a[i] && back.get(sign) !== a[i]) others.set(sign, a[i])
}
/** Phrases whose simplified form does not follow from their characters: stored with it. */
const simplified = (to) => [...to].map((sign) => others.get(sign) ?? back.get(sign) ?? sign).join("")
const regular = [...kept].filter(([from, to]) => simplified(to) === from)
const irregular = [...kept].filter(([from, to]) => simplified(to) !== from)

const pairs = (entries) => entries.map(([a, b]) => a + b).join("")
const list = (entries) => entries.join(" ")
process.stdout.write(`// Made by vendor/traditional/make.mjs from the dictionaries of OpenCC in opencc-js, Apache-2.0.

/** Each simplified character, then its traditional one. */
export const CHARACTERS: string = "${pairs([...single])}"
/** Traditional characters that only phrases have, each with its simplified one behind it. */
export const OTHERS: string = "${pairs([...others])}"
/** Phrases in traditional characters that their characters alone would not give. */
export const PHRASES: string = "${list(regular.map(([, to]) => to))}"
/** The same, each with its simplified form before it. */
export const PAIRS: string = "${list(irregular.flat())}"
/** Forms of Taiwan and of Hong Kong, each behind the form that it replaces. */
export const TAIWAN: string = "${pairs(taiwan)}"
export const HONG_KONG: string = "${pairs(hongKong)}"
`)
process.stderr.write(`${single.size} characters, ${regular.length} + ${irregular.length} phrases, ${others.size} others\n`)
