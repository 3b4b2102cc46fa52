/** Parts of the day, and how old content is marked. The short ones fit where a device may draw its own clock. */
export const messages = {
  en: {
    "part.night": "Night", "part.dawn": "Dawn", "part.morning": "Morning", "part.noon": "Midday", "part.afternoon": "Afternoon", "part.evening": "Evening",
    "part.night.short": "Night", "part.dawn.short": "Dawn", "part.morning.short": "AM", "part.noon.short": "Noon", "part.afternoon.short": "PM", "part.evening.short": "Eve",
    "as-of": "as of {time}",
    "as-of.day": "as of {date}",
  },
  zh: {
    "part.night": "深夜", "part.dawn": "清晨", "part.morning": "上午", "part.noon": "中午", "part.afternoon": "下午", "part.evening": "晚上",
    "part.night.short": "深夜", "part.dawn.short": "清晨", "part.morning.short": "上午", "part.noon.short": "中午", "part.afternoon.short": "下午", "part.evening.short": "晚上",
    "as-of": "{time} 的内容",
    "as-of.day": "{date}的内容",
  },
} as const
