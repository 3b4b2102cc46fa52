/** Short modes that show a text model how the format is used: a pool, a source, settings. A test compiles and lints them. */
export const FORMAT_EXAMPLES: readonly unknown[] = [
  {
    spec: 1,
    id: "TEA_OF_THE_DAY",
    title: { en: "Tea of the day", de: "Tee des Tages" },
    icon: "cup",
    fields: {
      name: { type: "text" },
      minutes: { type: "number" },
      degrees: { type: "number" },
      note: { type: "text" },
    },
    content: {
      pool: {
        en: [
          { name: "Sencha", minutes: 2, degrees: 70, note: "Green, from Japan: shorter is better." },
          { name: "Assam", minutes: 4, degrees: 95, note: "Black and strong, good with milk." },
        ],
        de: [
          { name: "Sencha", minutes: 2, degrees: 70, note: "Grün, aus Japan: kürzer ist besser." },
          { name: "Assam", minutes: 4, degrees: 95, note: "Schwarz und kräftig, gut mit Milch." },
        ],
      },
    },
    words: { en: { steep: "Steep", water: "Water" }, de: { steep: "Ziehen", water: "Wasser" } },
    screens: { upright: { shapes: ["upright", "column"] }, small: { classes: ["xs"] } },
    styles: { label: { role: "caption", weight: "bold", lines: 1 } },
    components: {
      Fact: {
        properties: ["label", "value"],
        view: {
          type: { base: "column", small: "row" },
          grow: { base: 1, upright: 0 },
          basis: { base: 0, upright: null },
          gap: { base: 2, small: 8 },
          align: { base: "stretch", small: "baseline" },
          children: [
            { type: "text", style: "label", text: "{{ label }}" },
            { type: "text", role: { base: "lead", small: "body" }, lines: 1, text: "{{ value }}" },
          ],
        },
      },
    },
    view: {
      type: "column",
      grow: 1,
      padding: { base: [12, "page"], small: [2, "page"] },
      gap: { base: 10, small: 2 },
      children: [
        { type: "text", text: "{{ name }}", family: "serif", fit: "fill", lines: 1, maxPx: 160, grow: 2, basis: 0 },
        { base: { type: "text", text: "{{ note }}", role: "body", fit: "shrink", lines: 2, shrink: 0 }, small: null },
        { base: "rule", small: null },
        {
          type: { base: "row", upright: "column" },
          gap: 10,
          shrink: 0,
          children: [
            { type: "Fact", label: "{{ words.steep }}", value: "{{ minutes | number }} min" },
            { type: "Fact", label: "{{ words.water }}", value: "{{ degrees | number }} °C" },
          ],
        },
      ],
    },
  },
  {
    spec: 1,
    id: "FIVE_DAYS",
    title: { en: "Five days" },
    icon: "calendar",
    content: { sources: { weather: { name: "weather", parameters: { days: 5 } } } },
    screens: { small: { classes: ["xs"] }, tall: { shapes: ["upright", "column"] } },
    components: {
      Day: {
        properties: ["day"],
        view: {
          type: { base: "column", tall: "row" },
          grow: 1,
          basis: 0,
          gap: { base: 6, small: 1 },
          align: "center",
          justify: { base: "center", tall: "between" },
          children: [
            {
              type: "text",
              text: "{{ day.date | local_date: 'weekdayShort' }}",
              role: { base: "lead", small: "caption" },
              lines: 1,
              shrink: 0,
            },
            { type: "icon", name: "{{ day.code | weather_icon }}", size: { base: 40, small: 24 } },
            {
              type: "text",
              text: "{{ day.high | round | number }}°",
              role: { base: "title", small: "body" },
              lines: 1,
              shrink: 0,
            },
            {
              type: "text",
              text: "{{ day.low | round | number }}°",
              role: { base: "body", small: "caption" },
              lines: 1,
              shrink: 0,
            },
          ],
        },
      },
    },
    view: {
      type: "column",
      grow: 1,
      padding: { base: [12, "page"], small: [2, "page"] },
      children: [
        {
          type: { base: "row", tall: "column" },
          when: "weather",
          grow: 1,
          gap: 6,
          children: [{ type: "Day", each: "day in weather.days", day: "{{ day }}" }],
        },
        { type: "platen/Offline", when: "weather == nil" },
      ],
    },
  },
  {
    spec: 1,
    id: "CHORES",
    title: { en: "Chores" },
    icon: "check",
    settings: {
      chores: {
        type: "list",
        label: { en: "Chores" },
        of: {
          name: { type: "text", label: { en: "Chore" } },
          weekday: { type: "number", label: { en: "Weekday, 0 is Sunday" }, min: 0, max: 6 },
        },
        default: [
          { name: "Water the plants", weekday: 1 },
          { name: "Take the paper out", weekday: 4 },
          { name: "Bake bread", weekday: 6 },
        ],
      },
    },
    words: { en: { free: "Nothing to do today." } },
    screens: { small: { classes: ["xs"] } },
    variables: { today: "{{ settings.chores | where: 'weekday', date.weekdayNumber }}" },
    view: {
      type: "column",
      grow: 1,
      padding: { base: [12, "page"], small: [4, "page"] },
      gap: { base: 8, small: 2 },
      children: [
        {
          type: "text",
          each: "today",
          text: "{{ item.name }}",
          fit: "fill",
          group: "chores",
          family: "serif",
          lines: 2,
          grow: 1,
          basis: 0,
        },
        { type: "platen/Notice", when: "today == empty", text: "{{ words.free }}", most: 64 },
      ],
    },
  },
]
