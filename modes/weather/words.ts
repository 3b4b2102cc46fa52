import { inLanguage } from "platen/sdk"
import { indexOf } from "./codes.js"

/** Words of a language. `{name}` is replaced. */
interface Words {
  /** In the order of `CODES`, separated by "|". */
  readonly codes: string
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
  readonly place: string
  readonly network: string
}

const WORDS: Readonly<Record<string, Words>> & { readonly en: Words } = {
  en: {
    codes:
      "clear|mostly clear|partly cloudy|overcast|fog|rime fog|light drizzle|drizzle|heavy drizzle|freezing drizzle|heavy freezing drizzle|light rain|rain|heavy rain|freezing rain|heavy freezing rain|light snow|snow|heavy snow|snow grains|light showers|showers|violent showers|snow showers|heavy snow showers|thunderstorm|thunderstorm, hail|thunderstorm, heavy hail",
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
    place: "Enter a place in the settings of this screen to see its weather.",
    network: "The weather cannot be fetched now.",
  },
  de: {
    codes:
      "klar|meist klar|leicht bewölkt|bedeckt|Nebel|Reifnebel|leichter Niesel|Nieselregen|starker Niesel|gefrierender Niesel|starker gefrierender Niesel|leichter Regen|Regen|starker Regen|gefrierender Regen|starker gefrierender Regen|leichter Schnee|Schnee|starker Schnee|Schneegriesel|leichte Schauer|Schauer|heftige Schauer|Schneeschauer|starke Schneeschauer|Gewitter|Gewitter, Hagel|Gewitter, starker Hagel",
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
    place: "Tragen Sie in den Einstellungen dieses Bildschirms einen Ort ein, um sein Wetter zu sehen.",
    network: "Das Wetter kann gerade nicht geladen werden.",
  },
  es: {
    codes:
      "despejado|casi despejado|parcialmente nublado|cubierto|niebla|niebla helada|llovizna débil|llovizna|llovizna intensa|llovizna helada|llovizna helada intensa|lluvia débil|lluvia|lluvia intensa|lluvia helada|lluvia helada intensa|nieve débil|nieve|nieve intensa|cinarra|chubascos débiles|chubascos|chubascos violentos|chubascos de nieve|fuertes chubascos de nieve|tormenta|tormenta con granizo|tormenta con granizo fuerte",
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
    place: "Indique un lugar en los ajustes de esta pantalla para ver su tiempo.",
    network: "Ahora no se puede consultar el tiempo.",
  },
  fr: {
    codes:
      "ciel clair|plutôt clair|partiellement nuageux|couvert|brouillard|brouillard givrant|bruine légère|bruine|forte bruine|bruine verglaçante|forte bruine verglaçante|pluie légère|pluie|forte pluie|pluie verglaçante|forte pluie verglaçante|neige légère|neige|forte neige|neige en grains|averses légères|averses|averses violentes|averses de neige|fortes averses de neige|orage|orage, grêle|orage, forte grêle",
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
    place: "Indiquez un lieu dans les réglages de cet écran pour voir sa météo.",
    network: "La météo ne peut pas être chargée pour le moment.",
  },
  it: {
    codes:
      "sereno|per lo più sereno|parz. nuvoloso|coperto|nebbia|nebbia gelata|pioviggine leggera|pioviggine|pioviggine intensa|pioviggine gelata|forte pioviggine gelata|pioggia leggera|pioggia|pioggia intensa|pioggia gelata|forte pioggia gelata|neve leggera|neve|neve intensa|nevischio|rovesci leggeri|rovesci|rovesci violenti|rovesci di neve|forti rovesci di neve|temporale|temporale, grandine|temporale, forte grandine",
    winds: "N NE E SE S SO O NO",
    feels: "percepiti {degrees}",
    wind: "Vento",
    humidity: "Umidità",
    rain: "Pioggia",
    uv: "Indice UV",
    air: "Aria",
    airs: "buona|discreta|moderata|scarsa|pessima|estrema",
    today: "Oggi",
    force: "{force} Bft",
    place: "Inserisci un luogo nelle impostazioni di questo schermo per vederne il meteo.",
    network: "Ora non è possibile caricare il meteo.",
  },
  ja: {
    codes:
      "快晴|晴れ|晴れ時々曇り|曇り|霧|霧氷|弱い霧雨|霧雨|強い霧雨|着氷性の霧雨|強い着氷性の霧雨|小雨|雨|大雨|着氷性の雨|強い着氷性の雨|小雪|雪|大雪|霧雪|弱いにわか雨|にわか雨|激しいにわか雨|にわか雪|強いにわか雪|雷雨|雷雨、ひょう|雷雨、激しいひょう",
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
    place: "この画面の設定で場所を入力すると、その天気が表示されます。",
    network: "今は天気を取得できません。",
  },
  nl: {
    codes:
      "helder|overwegend helder|half bewolkt|bewolkt|mist|rijpmist|lichte motregen|motregen|zware motregen|ijzel|zware ijzel|lichte regen|regen|zware regen|ijsregen|zware ijsregen|lichte sneeuw|sneeuw|zware sneeuw|motsneeuw|lichte buien|buien|hevige buien|sneeuwbuien|zware sneeuwbuien|onweer|onweer, hagel|onweer, zware hagel",
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
    place: "Vul een plaats in bij de instellingen van dit scherm om het weer te zien.",
    network: "Het weer kan nu niet worden opgehaald.",
  },
  zh: {
    codes:
      "晴|晴间多云|多云|阴|雾|冻雾|小毛毛雨|毛毛雨|大毛毛雨|冻毛毛雨|强冻毛毛雨|小雨|中雨|大雨|冻雨|强冻雨|小雪|中雪|大雪|米雪|小阵雨|阵雨|强阵雨|阵雪|强阵雪|雷暴|雷暴伴冰雹|雷暴伴大冰雹",
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
    place: "请在此屏幕的设置中填写地点，即可显示当地天气。",
    network: "现在取不到天气。",
  },
  "zh-Hant": {
    codes:
      "晴|晴間多雲|多雲|陰|霧|凍霧|小毛毛雨|毛毛雨|大毛毛雨|凍毛毛雨|強凍毛毛雨|小雨|中雨|大雨|凍雨|強凍雨|小雪|中雪|大雪|米雪|小陣雨|陣雨|強陣雨|陣雪|強陣雪|雷暴|雷暴伴冰雹|雷暴伴大冰雹",
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
    place: "請在此螢幕的設定中填寫地點，即可顯示當地天氣。",
    network: "現在取不到天氣。",
  },
}

export function wordsOf(language: string): Words {
  return inLanguage(WORDS, language)
}

/** The weather of a code in words. */
export function condition(code: number, language: string): string {
  return wordsOf(language).codes.split("|")[indexOf(code)]!
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
