import { inLanguage } from "platen/sdk"

/** Words of a language. `{name}` is replaced. */
interface Words {
  /** Eight winds clockwise from north, separated by spaces. */
  readonly winds: string
  readonly feels: string
  readonly wind: string
  readonly humidity: string
  readonly rain: string
  readonly uv: string
  readonly air: string
  /** Air of the European index up to 20, 40, 60, 80, 100 and above, separated by "|". */
  readonly airs: string
  readonly today: string
  /** Beaufort after a number. */
  readonly force: string
  /** The sun stays below, or above, the horizon. */
  readonly polarNight: string
  readonly polarDay: string
}

const WORDS: Readonly<Record<string, Words>> & { readonly en: Words } = {
  en: {
    winds: "N NE E SE S SW W NW",
    feels: "feels like {degrees}",
    wind: "Wind",
    humidity: "Humidity",
    rain: "Rain",
    uv: "UV index",
    air: "Air",
    airs: "good|fair|moderate|poor|very poor|extremely poor",
    today: "Today",
    force: "{force} Bft",
    polarNight: "polar night",
    polarDay: "polar day",
  },
  de: {
    winds: "N NO O SO S SW W NW",
    feels: "gefühlt {degrees}",
    wind: "Wind",
    humidity: "Feuchte",
    rain: "Regen",
    uv: "UV-Index",
    air: "Luft",
    airs: "gut|ordentlich|mäßig|schlecht|sehr schlecht|extrem schlecht",
    today: "Heute",
    force: "{force} Bft",
    polarNight: "Polarnacht",
    polarDay: "Polartag",
  },
  es: {
    winds: "N NE E SE S SO O NO",
    feels: "sensación de {degrees}",
    wind: "Viento",
    humidity: "Humedad",
    rain: "Lluvia",
    uv: "Índice UV",
    air: "Aire",
    airs: "bueno|aceptable|moderado|malo|muy malo|pésimo",
    today: "Hoy",
    force: "{force} Bft",
    polarNight: "noche polar",
    polarDay: "día polar",
  },
  fr: {
    winds: "N NE E SE S SO O NO",
    feels: "ressenti {degrees}",
    wind: "Vent",
    humidity: "Humidité",
    rain: "Pluie",
    uv: "Indice UV",
    air: "Air",
    airs: "bon|moyen|dégradé|mauvais|très mauvais|extrêmement mauvais",
    today: "Auj.",
    force: "{force} Bft",
    polarNight: "nuit polaire",
    polarDay: "jour polaire",
  },
  it: {
    winds: "N NE E SE S SO O NO",
    feels: "percepiti {degrees}",
    wind: "Vento",
    humidity: "Umidità",
    rain: "Pioggia",
    uv: "Indice UV",
    air: "Aria",
    airs: "buona|discreta|moderata|scarsa|molto scarsa|pessima",
    today: "Oggi",
    force: "{force} Bft",
    polarNight: "notte polare",
    polarDay: "giorno polare",
  },
  ja: {
    winds: "北 北東 東 南東 南 南西 西 北西",
    feels: "体感 {degrees}",
    wind: "風",
    humidity: "湿度",
    rain: "雨",
    uv: "UV指数",
    air: "大気",
    airs: "良い|まずまず|普通|悪い|とても悪い|極めて悪い",
    today: "今日",
    force: "風力{force}",
    polarNight: "極夜",
    polarDay: "白夜",
  },
  nl: {
    winds: "N NO O ZO Z ZW W NW",
    feels: "voelt als {degrees}",
    wind: "Wind",
    humidity: "Vocht",
    rain: "Regen",
    uv: "UV-index",
    air: "Lucht",
    airs: "goed|redelijk|matig|slecht|zeer slecht|extreem slecht",
    today: "Vandaag",
    force: "{force} Bft",
    polarNight: "poolnacht",
    polarDay: "pooldag",
  },
  zh: {
    winds: "北 东北 东 东南 南 西南 西 西北",
    feels: "体感 {degrees}",
    wind: "风",
    humidity: "湿度",
    rain: "降水",
    uv: "紫外线",
    air: "空气",
    airs: "优|良|中等|差|很差|极差",
    today: "今天",
    force: "{force}级",
    polarNight: "极夜",
    polarDay: "极昼",
  },
  "zh-Hant": {
    winds: "北 東北 東 東南 南 西南 西 西北",
    feels: "體感 {degrees}",
    wind: "風",
    humidity: "濕度",
    rain: "降水",
    uv: "紫外線",
    air: "空氣",
    airs: "優|良|中等|差|很差|極差",
    today: "今天",
    force: "{force}級",
    polarNight: "極夜",
    polarDay: "極晝",
  },
}

export function wordsOf(language: string): Words {
  return inLanguage(WORDS, language)
}

/** The air of a European index in words. */
export function airWord(index: number, language: string): string {
  return wordsOf(language).airs.split("|")[Math.min(5, Math.floor(Math.max(0, index - 1) / 20))]!
}

/** The wind of one of eight directions, 0: north. */
export function windWord(direction: number, language: string): string {
  return wordsOf(language).winds.split(" ")[direction]!
}

/** All languages, for tests. */
export const LANGUAGES: readonly string[] = Object.keys(WORDS)
