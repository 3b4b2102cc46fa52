import { definePlugin, FILES, LOAD, onReady } from "platen/sdk"
import { BUNDLED_PICTURES } from "platen/sdk/drawing"
import { COMPILE, MODES, READ_DEFINITION } from "platen/sdk/mode"
import type { Files } from "platen/sdk"
import type { BundledPicture } from "platen/sdk/drawing"
import type { Mode } from "platen/sdk/mode"

/** The folder of the JSON specs in the sources: the build does not copy them. */
const SPECS = new URL("../../modes/", import.meta.url)
const PICTURE = /\.(jpg|png)$/
const DEFINITION = /^mode\.(json|ya?ml)$/
const CODE = new URL("./", import.meta.url)
type Read = NonNullable<(typeof READ_DEFINITION)["service"]>

/** The titles of the built-in modes, by id and language. English and Chinese titles are part of the modes. */
const TITLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AGENDA: { de: "Termine", es: "Agenda", fr: "Agenda", it: "Agenda", ja: "予定", nl: "Agenda", "zh-Hant": "日程" },
  ALMANAC: {
    de: "Almanach",
    es: "Almanaque",
    fr: "Almanach",
    it: "Almanacco",
    ja: "暦",
    nl: "Almanak",
    "zh-Hant": "黃曆",
  },
  AIR: { de: "Luft", es: "Aire", fr: "Air", it: "Aria", ja: "空気", nl: "Lucht", "zh-Hant": "空氣" },
  BRIEFING: {
    de: "Morgenlage",
    es: "Resumen",
    fr: "Le point",
    it: "In breve",
    ja: "ブリーフィング",
    nl: "Briefing",
    "zh-Hant": "簡報",
  },
  CALENDAR: {
    de: "Kalender",
    es: "Calendario",
    fr: "Calendrier",
    it: "Calendario",
    ja: "カレンダー",
    nl: "Kalender",
    "zh-Hant": "日曆",
  },
  COUNTDOWN: {
    de: "Countdown",
    es: "Cuenta atrás",
    fr: "Compte à rebours",
    it: "Conto alla rovescia",
    ja: "カウントダウン",
    nl: "Aftellen",
    "zh-Hant": "倒數",
  },
  DAILY: {
    de: "Täglich",
    es: "Diario",
    fr: "Quotidien",
    it: "Quotidiano",
    ja: "日めくり",
    nl: "Dagelijks",
    "zh-Hant": "每日",
  },
  FEED: {
    de: "Schlagzeilen",
    es: "Titulares",
    fr: "À la une",
    it: "Titoli",
    ja: "ニュース",
    nl: "Koppen",
    "zh-Hant": "頭條",
  },
  HOME: { de: "Zuhause", es: "Casa", fr: "Maison", it: "Casa", ja: "わが家", nl: "Thuis", "zh-Hant": "家" },
  LIFEBAR: {
    de: "Fortschritt",
    es: "Progreso",
    fr: "Progression",
    it: "Progresso",
    ja: "進み具合",
    nl: "Voortgang",
    "zh-Hant": "進度條",
  },
  MEMO: { de: "Notiz", es: "Nota", fr: "Mémo", it: "Promemoria", ja: "メモ", nl: "Memo", "zh-Hant": "便箋" },
  MOON: { de: "Mond", es: "Luna", fr: "Lune", it: "Luna", ja: "月", nl: "Maan", "zh-Hant": "月相" },
  MY_ADAPTIVE: {
    de: "Bilderrahmen",
    es: "Marco de fotos",
    fr: "Cadre photo",
    it: "Cornice",
    ja: "フォトフレーム",
    nl: "Fotolijst",
    "zh-Hant": "相框",
  },
  NUMBERS: { de: "Zahlen", es: "Números", fr: "Chiffres", it: "Numeri", ja: "数値", nl: "Getallen", "zh-Hant": "數字" },
  PHOTOS: { de: "Fotos", es: "Fotos", fr: "Photos", it: "Foto", ja: "写真", nl: "Foto’s", "zh-Hant": "照片" },
  POETRY: { de: "Lyrik", es: "Poesía", fr: "Poésie", it: "Poesia", ja: "詩", nl: "Poëzie", "zh-Hant": "詩詞" },
  RECIPE: { de: "Rezept", es: "Receta", fr: "Recette", it: "Ricetta", ja: "献立", nl: "Recept", "zh-Hant": "食譜" },
  STOIC: {
    de: "Stoa",
    es: "Estoicos",
    fr: "Stoïciens",
    it: "Stoici",
    ja: "ストア派",
    nl: "Stoïcijnen",
    "zh-Hant": "斯多葛",
  },
  THISDAY: {
    de: "An diesem Tag",
    es: "Tal día como hoy",
    fr: "Ce jour-là",
    it: "Accadde oggi",
    ja: "今日の出来事",
    nl: "Op deze dag",
    "zh-Hant": "歷史上的今天",
  },
  TIMETABLE: {
    de: "Stundenplan",
    es: "Horario",
    fr: "Emploi du temps",
    it: "Orario",
    ja: "時間割",
    nl: "Rooster",
    "zh-Hant": "課表",
  },
  WEATHER: { de: "Wetter", es: "Tiempo", fr: "Météo", it: "Meteo", ja: "天気", nl: "Weer", "zh-Hant": "天氣" },
  WORD_OF_THE_DAY: {
    de: "Wort des Tages",
    es: "Palabra del día",
    fr: "Mot du jour",
    it: "Parola del giorno",
    ja: "今日の単語",
    nl: "Woord van de dag",
    "zh-Hant": "每日一詞",
  },
  ZEN: { de: "Zen", es: "Zen", fr: "Zen", it: "Zen", ja: "禅", nl: "Zen", "zh-Hant": "禪" },
}

/** The built-in modes: every *.json in this folder, and every folder with a mode.json or a mode.ts, with the pictures in those folders. */
export default definePlugin({
  id: "modes",
  needs: { files: FILES, compile: COMPILE, read: READ_DEFINITION, load: LOAD },
  setup: async ({ files, compile, read, load }) => {
    const modes = async (): Promise<Mode[]> => {
      const specs = await definitionsIn(files)
      const folders = (await files.list(CODE)).filter((name) => name.endsWith("/"))
      return Promise.all([
        ...specs.map(async (name) => compile(await definitionOf(files, read, name))),
        ...folders
          .filter((name) => !specs.includes(name))
          .map(async (name) => ((await import(new URL(`${name}mode.js`, CODE).href)) as { default: Mode }).default),
      ])
    }
    return [
      BUNDLED_PICTURES.of(...(await picturesIn(files))),
      onReady(async () => {
        for (const mode of await modes())
          await load(
            definePlugin({
              id: `mode-${mode.id.toLowerCase().replaceAll("_", "-")}`,
              setup: () => [MODES.of({ ...mode, title: { ...TITLES[mode.id], ...mode.title } })],
            }),
          )
      }),
    ]
  },
})

/** The bundled pictures. The id of modes/my-mode/harbour.jpg is "my-mode/harbour". */
async function picturesIn(files: Files): Promise<BundledPicture[]> {
  const folders = (await files.list(SPECS)).filter((name) => name.endsWith("/"))
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await files.list(new URL(folder, SPECS)))
        .filter((name) => PICTURE.test(name))
        .map((name) => ({ id: folder + name.replace(PICTURE, ""), file: new URL(folder + name, SPECS) })),
    ),
  )
  return found.flat()
}

/** What holds definitions: "air.json", and "moon/" with mode.json in it. */
async function definitionsIn(files: Files): Promise<readonly string[]> {
  const names = await files.list(SPECS)
  const isFolder = await Promise.all(
    names.map(
      async (name) =>
        name.endsWith("/") && (await files.list(new URL(name, SPECS))).some((each) => DEFINITION.test(each)),
    ),
  )
  return names.filter((name, i) => (/\.(json|ya?ml)$/.test(name) && name !== "tsconfig.json") || isFolder[i])
}

/** Definitions by where they are, and by what read them: a second server in this process reads none again. */
const known = new WeakMap<Files, Map<string, unknown>>()

/** Frozen, so that whoever compiles it knows it again. */
async function definitionOf(files: Files, read: Read, name: string): Promise<unknown> {
  const definitions = known.get(files) ?? new Map<string, unknown>()
  known.set(files, definitions)
  if (!definitions.has(name)) definitions.set(name, Object.freeze((await read(new URL(name, SPECS), files)).definition))
  return definitions.get(name)
}
