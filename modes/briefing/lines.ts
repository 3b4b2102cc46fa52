import { isChinese, ofTheDay, toTraditional } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"

/** Lines to live by, in English: our own. */
export const ENGLISH: readonly string[] = [
  "The shortest list is the one you finish.",
  "Leave ten minutes early; it is the cheapest luxury.",
  "Tea first, opinions later.",
  "What you put off keeps its size.",
  "Ask before you assume: it is cheaper.",
  "A walk solves nothing, and helps.",
  "You cannot be late for what you leave out.",
  "Write it down; memory edits.",
  "Half of patience is having a book with you.",
  "The rain does not mean you.",
  "Say thank you while it is still news.",
  "A sharp knife is the safe one.",
  "Sleep is also an argument.",
  "The first draft only has to exist.",
  "Few things improve after the third reply.",
  "Carry less; you will still have everything.",
  "Silence needs no correction.",
  "Oil the hinge before the door falls.",
  "A good question outlives its answer.",
  "Check the address before the argument.",
  "Not every alarm is a fire.",
  "Promise Tuesday, deliver Monday.",
  "The second apology costs more than the first.",
  "Old clothes know the work.",
  "Little is urgent by next year.",
  "Keep a spare key and a spare hour.",
  "Two small dinners beat one large plan.",
  "Begin where the mess is smallest.",
  "Water the plant, then read about plants.",
  "The quiet one has counted the chairs.",
  "A plan is a guess with a date.",
  "What is free is paid for in time.",
  "Close the door softly: you may come back.",
  "Read the last page of the manual first.",
  "Nobody misses the meeting that was a letter.",
  "Put it where you will look for it.",
]

/** Lines to live by, in Chinese. */
export const CHINESE: readonly string[] = [
  "最短的清单，才做得完。",
  "早出门十分钟，是最便宜的奢侈。",
  "先喝茶，再发表意见。",
  "拖着的事，不会变小。",
  "问一句，比猜一天便宜。",
  "散步解决不了什么，但有用。",
  "没答应的事，不会迟到。",
  "写下来，记忆会改稿。",
  "带本书，等待就短一半。",
  "雨不是冲着你下的。",
  "谢谢要趁热说。",
  "快刀反而不伤手。",
  "睡一觉，也是一种回答。",
  "初稿只需要存在。",
  "回到第三封信，多半该打电话了。",
  "少带一点，什么也不会缺。",
  "没说出口的话，不用更正。",
  "门轴要在门掉下来之前上油。",
  "好问题比答案活得久。",
  "争论之前，先核对地址。",
  "响的不都是火警。",
  "说好周二，周一交。",
  "第二次道歉比第一次贵。",
  "旧衣服认得活儿。",
  "到了明年，没几件事是急的。",
  "备一把钥匙，也备一个钟头。",
  "两顿小饭，胜过一个大计划。",
  "从最不乱的地方收拾起。",
  "先浇花，再读养花的书。",
  "不说话的那位，已经数过椅子了。",
  "计划，就是写了日期的猜测。",
  "免费的东西，用时间付账。",
  "轻轻关门，也许还要回来。",
  "说明书，先看最后一页。",
  "能写信说清的会，没人想念。",
  "东西放在你会去找的地方。",
]

/** The line of a day, and the language that it is in. */
export function lineOf(day: LocalDay, language: string): { readonly text: string; readonly language: string } {
  return isChinese(language)
    ? { text: toTraditional(ofTheDay(CHINESE, day, "BRIEFING/zh"), language), language }
    : { text: ofTheDay(ENGLISH, day, "BRIEFING/en"), language: "en" }
}
