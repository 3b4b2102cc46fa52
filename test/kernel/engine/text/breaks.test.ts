import { suite } from "uvu"
import * as assert from "uvu/assert"
import { breaksOf } from "../../../../kernel/engine/text/breaks.js"

const test = suite("breaks")

/** The text with a bar wherever a line may begin, and a double one where it must. */
function shown(text: string): string {
  const breaks = breaksOf(text)
  return [...text].length === text.length
    ? [...text].map((char, i) => ["", "|", "‖"][breaks[i]!] + char).join("")
    : Array.from({ length: text.length }, (_, i) => ["", "|", "‖"][breaks[i]!] + text[i]!).join("")
}

const table: Record<string, readonly (readonly [string, string])[]> = {
  "breaks Latin between words and after hyphens and dashes": [
    ["the quick-brown fox", "the |quick-|brown |fox"],
    ["one—two – three", "one—|two |– |three"],
    ["don’t it’s o’clock", "don’t |it’s |o’clock"],
    ["a\u00a0b", "a\u00a0b"],
    ["naïve Ångström Łódź", "naïve |Ångström |Łódź"],
    ["съешь ещё", "съешь |ещё"],
  ],
  "keeps marks with the word before and brackets with the word after": [
    ["(one) [two], “three”; “four”!", "(one) |[two], |“three”; |“four”!"],
    ["“yes” (no)", "“yes” |(no)"],
    ['"yes" (no)', '"yes" |(no)'],
    ["« oui » dit-il ! Oui ?", "« oui » |dit-|il ! |Oui ?"],
    ["„ja“, »so«.", "„ja“, |»so«."],
    ["wait… what", "wait… |what"],
  ],
  "keeps numbers whole and with their units": [
    ["1,234.5 10:30 3/4 -5", "1,234.5 |10:30 |3/4 |-5"],
    ["50% 50 % 23°C 23 °C $100 €5", "50% |50 % |23°C |23 °C |$100 |€5"],
    ["共1,234.5元，升至50%和23℃", "共|1,234.5|元，|升|至|50%|和|23℃"],
  ],
  "breaks Chinese anywhere but before closing and after opening marks": [
    ["你好，世界。再见！", "你|好，|世|界。|再|见！"],
    ["《书》（注）、「引」", "《书》|（注）、|「引」"],
    ["真的……好——吗？", "真|的……|好——|吗？"],
    ["A：B、C；D", "A：|B、|C；|D"],
  ],
  "breaks Chinese before an opening and after a closing quotation mark": [
    ["他说：“你好！”然后走了", "他|说：|“你|好！”|然|后|走|了"],
    ["叫“狗”的猫", "叫|“狗”|的|猫"],
    ["叫‘狗’，", "叫|‘狗’，"],
  ],
  "keeps small kana, prolonged sounds and iteration marks off the beginning of a line": [
    ["カッコー", "カッ|コー"],
    ["人々はきょう", "人々|は|きょ|う"],
    ["「はい」、と。", "「は|い」、|と。"],
  ],
  "breaks Korean between words": [
    ["한국어 문장은 띄어쓰기로", "한국어 |문장은 |띄어쓰기로"],
    ["서울(Seoul)은 AI를 3월에", "서울(Seoul)은 |AI를 |3월에"],
    ["“안녕” 했다.", "“안녕” |했다."],
  ],
  "breaks Thai and Lao between words": [
    ["สวัสดีครับภาษาไทย", "สวัสดี|ครับ|ภาษา|ไทย"],
    ["ต่างๆ", "ต่างๆ"],
    ["ພາສາລາວ", "ພາສາ|ລາວ"],
  ],
  "breaks Arabic and Hebrew between words": [
    ["مرحبا، كيف (حالك)؟", "مرحبا، |كيف |(حالك)؟"],
    ["שלום, עולם!", "שלום, |עולם!"],
  ],
  "breaks where two scripts meet": [
    ["用CSS排版2次", "用|CSS|排|版|2|次"],
    ["한국漢字", "한국|漢|字"],
  ],
  "must break at line ends": [["a\nb\n\nc", "a\n‖b\n‖\n‖c"]],
}

for (const [name, rows] of Object.entries(table)) {
  test(name, () => {
    for (const [text, expected] of rows) assert.is(shown(text), expected)
  })
}

test("never breaks inside a grapheme", () => {
  for (const text of ["👨‍👩‍👧👍🏽🇫🇷❤️", "e\u0301a\u0308", "\u{20000}\u{20001}"]) {
    const breaks = breaksOf(text)
    const starts = new Set([...new Intl.Segmenter("en").segment(text)].map(({ index }) => index))
    for (let i = 1; i < text.length; i++) assert.ok(breaks[i] === 0 || starts.has(i), `${text} at ${i}`)
  }
})

test("gives one entry a unit and one for the end", () => {
  assert.is(breaksOf("").length, 1)
  assert.is(breaksOf("abc").length, 4)
  assert.is(breaksOf("abc\n")[4], 0)
})

test.run()
