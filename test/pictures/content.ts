/** What somebody would set: without it these pages are nearly empty. */
export const SETTINGS: Readonly<Record<string, object>> = {
  COUNTDOWN: {
    countdownEvents: [
      { name: "Lisbon", date: "2027-03-14" },
      { name: "妈妈的生日", date: "1961-01-09", yearly: true },
      { name: "Since the first run", date: "2024-05-01", type: "countup" },
    ],
  },
  LIFEBAR: { birth: "1988-06-02" },
  MEMO: { memo_text: "# Saturday\n- [x] bread\n- [ ] lamp oil\n- [ ] 给安娜寄信" },
  MY_ADAPTIVE: { caption: "Still life, 静物" },
}

/** What was made of a device's own, which these pages have not. */
export const DATA: Readonly<Record<string, unknown>> = {
  HABIT: {
    day: { year: 2026, month: 11, day: 21, weekday: 6 },
    of: "device",
    habits: [
      ["Run", "1101010"],
      ["Read 20 pages", "1111110"],
      ["喝水", "0111010"],
      ["Practise the violin", "0000000"],
      ["Up by seven", "1010100"],
      ["Write to Anna", "0000010"],
    ].map(([name, days]) => ({ name, week: [...days!].map((day) => day === "1") })),
  },
}
