/** Our names of the icons that definitions name otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  art: "feather",
  body: "heart",
  breakfast: "coffee",
  cookie: "cake",
  dinner: "cutlery",
  electric_bolt: "bolt",
  exercise: "dumbbell",
  foggy: "fog",
  food: "cutlery",
  global: "globe",
  habit: "check",
  lunch: "bread",
  meat: "fish",
  memo: "letters",
  mic: "signal",
  mobile: "signal",
  my_quote: "quote",
  partly_cloudy: "partly-cloudy",
  power: "plug",
  rainy: "rain",
  rice: "wheat",
  school: "book",
  soup: "pot",
  sunny: "sun",
  thisday: "calendar",
  tips: "lightbulb",
  vegetable: "leaf",
  vital: "heart",
  word: "letters",
  yes: "check",
  zen: "enso",
  "message-circle": "mail",
}

/** Icons of the same name. A definition may name any other; only these are known to be drawn. */
const SAME = new Set(
  (
    "alarm apple arrow-down arrow-left arrow-right arrow-up baby bars bed bell bicycle bolt book bread bus cake calendar camera car cart cat check " +
    "clock cloud coffee coin column compass cross cup cutlery dog door download drizzle drop dumbbell enso eye feather fish flag flower fog gear gift " +
    "globe heart hourglass house humidity info key leaf letters lightbulb lock mail medal moon partly-cloudy plug plus pot puzzle question quote rain " +
    "refresh run search share ship smile snow snowflake star storm sun sunrise sunset television thermometer thunderstorm timer train trash tree trophy " +
    "umbrella walk warning wave wheat wifi wind window"
  ).split(" "),
)

/** Our name of an icon; undefined where there is none like it. */
export function iconOf(name: string): string | undefined {
  const plain = name.trim().toLowerCase()
  if (Object.hasOwn(NAMES, plain)) return NAMES[plain]
  const dashed = plain.replaceAll("_", "-")
  return SAME.has(dashed) ? dashed : undefined
}

/** A Liquid filter that gives our name of an icon of InkSight's. */
export const ICON_FILTER = [
  "{% case value %}",
  ...Object.entries(NAMES).map(([theirs, ours]) => `{% when '${theirs}' %}${ours}`),
  "{% else %}{{ value | replace: '_', '-' }}{% endcase %}",
].join("")
