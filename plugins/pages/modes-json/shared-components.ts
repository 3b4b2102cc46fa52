import type { Fields } from "./expand.js"

/** The number of an issue and its date. */
const ISSUE = { role: "caption", family: "sans", lines: 1, fit: "shrink", minPx: 10, leading: 1.2 } as const

/** Components that every spec can use, by name. They see the scope of the page, and their words as `words.platen`. */
export const SHARED_COMPONENTS: Fields = {
  "platen/Moon": {
    properties: [
      {
        name: "size",
        default: 92,
      },
    ],
    view: {
      type: "moon",
      phase: "{{ sky.moon.phase }}",
      south: "{{ sky.moon.south }}",
      label: "{{ sky.labels.moon }}: {{ sky.moon.name }}",
      width: "{{ size }}",
      height: "{{ size }}",
      shrink: 0,
    },
  },
  "platen/Sky": {
    view: [
      {
        type: "table",
        when: "sky.sunrise != blank",
        role: "caption",
        leading: 1.2,
        rowGap: 1,
        shrink: 0,
        columns: [
          {
            leader: true,
          },
          {
            width: "auto",
            align: "end",
            family: "serif",
          },
        ],
        rows: [
          ["{{ sky.labels.rise }}", "{{ sky.sunrise }}"],
          ["{{ sky.labels.set }}", "{{ sky.sunset }}"],
        ],
      },
      {
        type: "text",
        when: "sky.polar != blank",
        role: "caption",
        lines: 1,
        text: "{{ sky.polar }}",
        shrink: 0,
      },
    ],
  },
  "platen/Nameplate": {
    properties: ["name"],
    variables: {
      issueNumber: "{{ date.dayOfYear | digits }}",
    },
    view: {
      type: "column",
      shrink: 0,
      padding: [8, "page", 0, 0],
      gap: 5,
      children: [
        {
          type: "row",
          grow: 1,
          basis: 0,
          children: [
            // A device may paint its clock there.
            { type: "spacer", width: "16%", shrink: 0, when: "locale.rightToLeft == false" },
            {
              type: "text",
              text: "{{ name }}",
              family: "display",
              fit: "fill",
              lines: 1,
              maxPx: 160,
              minPx: 14,
              leading: 1.1,
              grow: 1,
            },
            { type: "spacer", width: "16%", shrink: 0, when: "locale.rightToLeft" },
          ],
        },
        {
          type: "row",
          shrink: 0,
          children: [
            {
              type: "column",
              grow: 1,
              padding: [0, 0, 0, "page"],
              children: [
                { type: "rule", thickness: 3 },
                {
                  type: "row",
                  gap: 8,
                  padding: [2, 0, 2, 0],
                  align: "baseline",
                  justify: "between",
                  children: [
                    {
                      type: "text",
                      text: "{{ words.platen.issue | replace: '{n}', issueNumber }}",
                      weight: "bold",
                      shrink: 0,
                      ...ISSUE,
                    },
                    { type: "text", text: "{{ date.long }}", ...ISSUE },
                  ],
                },
                "rule",
              ],
            },
          ],
        },
      ],
    },
  },
  "platen/Notice": {
    properties: [
      "text",
      {
        name: "most",
        default: 34,
      },
    ],
    view: {
      type: "text",
      text: "{{ text }}",
      family: "serif",
      slant: "italic",
      fit: "fill",
      leading: 1.2,
      minPx: 10,
      maxPx: "{{ most }}",
      grow: 1,
      basis: 0,
    },
  },
  "platen/Offline": {
    properties: [
      {
        name: "text",
        default: "{{ words.platen.offline }}",
      },
    ],
    variables: {
      offlineMost:
        "{% if screen.class == 'xs' %}60{% elsif screen.height > screen.width %}96{% elsif screen.class == 's' %}34{% elsif screen.class == 'm' %}56{% else %}96{% endif %}",
      offlineDisc:
        "{% if screen.class == 'xs' and screen.height < screen.width %}90{% elsif screen.height > screen.width %}130{% else %}110{% endif %}",
      offlineIsFlat: "{{ screen.class == 'xs' and screen.height < screen.width }}",
    },
    view: {
      type: "column",
      grow: 1,
      basis: 0,
      gap: 10,
      children: [
        {
          type: "row",
          when: "screen.height <= screen.width",
          grow: 1,
          basis: 0,
          gap: 16,
          align: "center",
          children: [
            {
              type: "platen/Moon",
              size: "{{ offlineDisc | plus: 0 }}",
            },
            {
              type: "platen/Notice",
              text: "{{ text }}",
              most: "{{ offlineMost | plus: 0 }}",
              height: "84%",
            },
          ],
        },
        {
          type: "column",
          when: "screen.height > screen.width",
          grow: 1,
          basis: 0,
          gap: 16,
          children: [
            {
              type: "platen/Moon",
              size: "{{ offlineDisc | plus: 0 }}",
            },
            {
              type: "platen/Notice",
              text: "{{ text }}",
              most: "{{ offlineMost | plus: 0 }}",
            },
          ],
        },
        {
          type: "rule",
          when: "offlineIsFlat == false and sky.sunrise != blank or offlineIsFlat == false and sky.polar != blank",
        },
        {
          type: "platen/Sky",
          when: "offlineIsFlat == false",
        },
      ],
    },
  },
}

/** The words of the shared components, by language. */
export const SHARED_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    offline: "What this page shows cannot be fetched now.",
    place: "Enter a place in the settings of this screen.",
    issue: "No. {n}",
  },
  de: {
    offline: "Was diese Seite zeigt, kann gerade nicht geladen werden.",
    place: "Tragen Sie in den Einstellungen dieses Bildschirms einen Ort ein.",
    issue: "Nr. {n}",
  },
  es: {
    offline: "Ahora no se puede consultar lo que muestra esta página.",
    place: "Indique un lugar en los ajustes de esta pantalla.",
    issue: "N.º {n}",
  },
  fr: {
    offline: "Le contenu de cette page ne peut pas être chargé pour le moment.",
    place: "Indiquez un lieu dans les réglages de cet écran.",
    issue: "N° {n}",
  },
  it: {
    offline: "Ora non è possibile caricare il contenuto di questa pagina.",
    place: "Inserire un luogo nelle impostazioni di questo schermo.",
    issue: "N. {n}",
  },
  ja: {
    offline: "今はこのページの内容を取得できません。",
    place: "この画面の設定で場所を入力してください。",
    issue: "第{n}号",
  },
  nl: {
    offline: "De inhoud van deze pagina kan nu niet worden opgehaald.",
    place: "Vul een plaats in bij de instellingen van dit scherm.",
    issue: "Nr. {n}",
  },
  zh: {
    offline: "现在取不到此页面的内容。",
    place: "请在此屏幕的设置中填写地点。",
    issue: "第{n}期",
  },
  "zh-Hant": {
    offline: "現在取不到此頁面的內容。",
    place: "請在此螢幕的設定中填寫地點。",
    issue: "第{n}期",
  },
}
