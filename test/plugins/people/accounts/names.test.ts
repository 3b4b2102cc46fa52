import { suite } from "uvu"
import * as assert from "uvu/assert"
import { readName } from "../../../../plugins/people/accounts/names.js"
import { nameOf } from "./setting.js"

const test = suite("plugins/people/accounts/names")

for (const [given, shown] of [
  ["anna", "anna"],
  ["Anna_B-2.x", "Anna_B-2.x"],
  ["李雷", "李雷"],
  ["Ольга", "Ольга"],
  ["नमस्ते", "नमस्ते"],
  ["محمد", "محمد"],
  ["さくらサクラ桜x", "さくらサクラ桜x"],
  ["  anna ", "anna"],
  ["\u3000anna", "anna"],
  ["ａｎｎａ", "anna"],
  ["①②", "12"],
  ["a".repeat(32), "a".repeat(32)],
  ["𐐀".repeat(32), "𐐀".repeat(32)],
  ["Zoe\u0308", "Zoë"],
  ["constructor", "constructor"],
  ["__proto__", "__proto__"],
  ["2nd", "2nd"],
  [".a", ".a"],
] as const) {
  test(`takes ${JSON.stringify(given)}`, () => assert.is(nameOf(given).shown, shown))
}

const LENGTH = "must have 2 to 32 characters"
const LETTERS = "must consist of letters, digits"
const UNSEEN = "must not contain control characters"
for (const [given, fault] of [
  ["", LENGTH],
  ["a", LENGTH],
  [" a ", LENGTH],
  ["a".repeat(33), LENGTH],
  ["𐐀".repeat(33), LENGTH],
  ["ﷺ".repeat(2), LENGTH],
  ["x".repeat(5_000), LENGTH],
  ["an na", LETTERS],
  ["a@b", LETTERS],
  ["a/b", LETTERS],
  ["<b>", LETTERS],
  ["a:b", LETTERS],
  ["..", LETTERS],
  ["__", LETTERS],
  ["-rf", LETTERS],
  ["\u0308ab", LETTERS],
  ["a😀", LETTERS],
  ["a’b", LETTERS],
  ["anna\n", UNSEEN],
  ["an\0na", UNSEEN],
  ["\tanna", UNSEEN],
  ["an\u200bna", UNSEEN],
  ["an\u202ena", UNSEEN],
  ["anna\ud800", UNSEEN],
  ["an\u00adna", UNSEEN],
  ["\u3164\u3164", UNSEEN],
  ["an\ufe0fna", UNSEEN],
  ["\ue000a", UNSEEN],
  ["\ufeffanna", UNSEEN],
  ["аnna", "must not mix"],
  ["Annα", "must not mix"],
  ["Ольгα", "must not mix"],
  ["ꭰnna", "must not mix"],
] as const) {
  test(`refuses ${JSON.stringify(given).slice(0, 40)}`, () => {
    const read = readName(given)
    assert.ok("fault" in read && read.fault.startsWith(fault), JSON.stringify(read))
  })
}

for (const same of [
  ["Anna", "anna", "ANNA", "ａｎｎａ", " anna "],
  ["straße", "STRASSE", "strasse"],
  ["οδος", "ΟΔΟΣ", "οδοσ"],
  ["ſam", "Sam"],
  ["ﬁn", "FIN"],
  ["Zoë", "ZOE\u0308"],
  ["K9", "K9"],
] as const) {
  test(`takes ${same.join(", ")} for one name`, () => assert.is(new Set(same.map((each) => nameOf(each).fold)).size, 1))
}

for (const [a, b] of [
  ["anna", "ann"],
  ["anna", "anna_"],
  ["anna", "ännä"],
  ["a.b", "ab"],
  ["олег", "oleg"],
] as const) {
  test(`tells ${a} from ${b}`, () => assert.is.not(nameOf(a).fold, nameOf(b).fold))
}

test("folds a fold to itself", () => {
  for (const given of ["Straße", "ΟΔΟΣ", "İpek", "ŉab", "ΐΐ", "ﬃx", "Ǆa"]) {
    const { fold } = nameOf(given)
    assert.is(nameOf(fold).fold, fold, given)
  }
})

test.run()
