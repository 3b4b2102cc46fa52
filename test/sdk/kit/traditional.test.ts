import { suite } from "uvu"
import * as assert from "uvu/assert"
import { toTraditional } from "platen/sdk/kit"

const test = suite("sdk/traditional")

for (const [simplified, taiwan, hongKong = taiwan] of [
  ["头发里面", "頭髮裡面", "頭髮裏面"],
  ["发展经济，以后再说", "發展經濟，以後再說", "發展經濟，以後再説"],
  ["皇后和后主", "皇后和后主"],
  ["能干的干部", "能幹的幹部"],
  ["干净、饼干、若干", "乾淨、餅乾、若干"],
  ["一只船只", "一隻船隻"],
  ["外面条件很好，里面人多", "外面條件很好，裡面人多", "外面條件很好，裏面人多"],
  ["下面条", "下麵條", "下麪條"],
  ["角落里长着花", "角落裡長著花", "角落裏長着花"],
  ["千万里", "千萬里"],
  ["系鞋带的关系", "繫鞋帶的關係"],
  ["谷雨，山谷", "穀雨，山谷"],
  ["夜半钟声；一见钟情", "夜半鐘聲；一見鍾情"],
  ["人云亦云，白云", "人云亦云，白雲"],
  ["Hello, 你们", "Hello, 你們"],
] as const)
  test(`it writes ${simplified} in traditional characters`, () => {
    assert.equal(
      ["zh-TW", "zh-Hant", "zh-HK", "zh-MO"].map((language) => toTraditional(simplified, language)),
      [taiwan, taiwan, hongKong, hongKong],
    )
  })

test("it leaves texts for other readers as they are", () => {
  for (const language of ["zh", "zh-CN", "zh-Hans-TW", "en", "ja", ""])
    assert.is(toTraditional("头发里面", language), "头发里面", language)
})

test("it leaves what has no Chinese in it, and what it does not know", () => {
  assert.is(toTraditional("", "zh-TW"), "")
  assert.is(toTraditional("ある日 𠮷野家 🐸", "zh-TW"), "ある日 𠮷野家 🐸")
})

test.run()
