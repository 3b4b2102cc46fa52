import { definePlugin } from "platen/sdk"
import { MESSAGES } from "platen/sdk/mode"
import { sky } from "./sky.js"

const numbered = (prefix: string, first: number, words: readonly string[]): Record<string, string> =>
  Object.fromEntries(words.map((word, i) => [`${prefix}.${first + i}`, word]))

const split = (words: string): string[] => words.split(" ")

/** Plugin of date words and formats. They are fixed here, because the locale data of the runtime changes. */
export default definePlugin({
  id: "words",
  setup: () => [
    MESSAGES.of({
      en: {
        ...numbered("weekday", 0, split("Sunday Monday Tuesday Wednesday Thursday Friday Saturday")),
        ...numbered("weekday.short", 0, split("Sun Mon Tue Wed Thu Fri Sat")),
        ...numbered("weekday.letter", 0, split("Su Mo Tu We Th Fr Sa")),
        ...numbered(
          "month",
          1,
          split("January February March April May June July August September October November December"),
        ),
        ...numbered("month.short", 1, split("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")),
        ...numbered("month.narrow", 1, split("J F M A M J J A S O N D")),
        "date.short": "{weekdayShort} {day} {monthShort}",
        "date.dayMonth": "{day} {monthShort}",
        "date.full": "{day} {monthName} {year}",
        "date.monthYear": "{monthName} {year}",
        ...sky.en,
        "date.dayOfYear": "Day {dayOfYear} of {daysInYear}",
        "date.week": "Week {week}",
        "first-day-of-week": "1",
      },
      zh: {
        ...numbered("weekday", 0, split("星期日 星期一 星期二 星期三 星期四 星期五 星期六")),
        ...numbered("weekday.short", 0, split("周日 周一 周二 周三 周四 周五 周六")),
        ...numbered("weekday.letter", 0, split("日 一 二 三 四 五 六")),
        ...numbered("month", 1, split("一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月")),
        ...numbered("month.short", 1, split("1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月")),
        ...numbered("month.narrow", 1, split("1 2 3 4 5 6 7 8 9 10 11 12")),
        "date.short": "{month}月{day}日 {weekdayShort}",
        "date.dayMonth": "{month}月{day}日",
        "date.full": "{year}年{month}月{day}日",
        "date.monthYear": "{year}年{month}月",
        ...sky.zh,
        "date.dayOfYear": "第{dayOfYear}天",
        "date.week": "第{week}周",
        "first-day-of-week": "1",
      },
    }),
  ],
})
