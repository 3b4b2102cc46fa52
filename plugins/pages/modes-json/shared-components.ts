import type { Fields } from "./expand.js"

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
  },
  de: {
    offline: "Was diese Seite zeigt, kann gerade nicht geladen werden.",
    place: "Tragen Sie in den Einstellungen dieses Bildschirms einen Ort ein.",
  },
  es: {
    offline: "Ahora no se puede consultar lo que muestra esta página.",
    place: "Indique un lugar en los ajustes de esta pantalla.",
  },
  fr: {
    offline: "Le contenu de cette page ne peut pas être chargé pour le moment.",
    place: "Indiquez un lieu dans les réglages de cet écran.",
  },
  it: {
    offline: "Ora non è possibile caricare il contenuto di questa pagina.",
    place: "Inserire un luogo nelle impostazioni di questo schermo.",
  },
  ja: {
    offline: "今はこのページの内容を取得できません。",
    place: "この画面の設定で場所を入力してください。",
  },
  nl: {
    offline: "De inhoud van deze pagina kan nu niet worden opgehaald.",
    place: "Vul een plaats in bij de instellingen van dit scherm.",
  },
  zh: {
    offline: "现在取不到此页面的内容。",
    place: "请在此屏幕的设置中填写地点。",
  },
  "zh-Hant": {
    offline: "現在取不到此頁面的內容。",
    place: "請在此螢幕的設定中填寫地點。",
  },
}
