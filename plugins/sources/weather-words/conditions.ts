/** Weather codes that a forecast gives, in the order of the lists below. Source: WMO table 4677, as Open-Meteo uses it. */
export const CODES = [
  0, 1, 2, 3, 45, 48, 51, 53, 55, 56, 57, 61, 63, 65, 66, 67, 71, 73, 75, 77, 80, 81, 82, 85, 86, 95, 96, 99,
] as const

/** The weather of each code in words, separated by "|", by language. */
export const CONDITIONS: Readonly<Record<string, string>> = {
  en: "clear|mostly clear|partly cloudy|overcast|fog|rime fog|light drizzle|drizzle|heavy drizzle|freezing drizzle|heavy freezing drizzle|light rain|rain|heavy rain|freezing rain|heavy freezing rain|light snow|snow|heavy snow|snow grains|light showers|showers|violent showers|snow showers|heavy snow showers|thunderstorm|thunderstorm, hail|thunderstorm, heavy hail",
  de: "klar|meist klar|leicht bewölkt|bedeckt|Nebel|Reifnebel|leichter Niesel|Nieselregen|starker Niesel|gefrierender Niesel|starker gefrierender Niesel|leichter Regen|Regen|starker Regen|gefrierender Regen|starker gefrierender Regen|leichter Schnee|Schnee|starker Schnee|Schneegriesel|leichte Schauer|Schauer|heftige Schauer|Schneeschauer|starke Schneeschauer|Gewitter|Gewitter, Hagel|Gewitter, starker Hagel",
  es: "despejado|casi despejado|parcialmente nublado|cubierto|niebla|niebla helada|llovizna débil|llovizna|llovizna intensa|llovizna helada|llovizna helada intensa|lluvia débil|lluvia|lluvia intensa|lluvia helada|lluvia helada intensa|nieve débil|nieve|nieve intensa|cinarra|chubascos débiles|chubascos|chubascos violentos|chubascos de nieve|fuertes chubascos de nieve|tormenta|tormenta con granizo|tormenta con granizo fuerte",
  fr: "ciel clair|plutôt clair|partiellement nuageux|couvert|brouillard|brouillard givrant|bruine légère|bruine|forte bruine|bruine verglaçante|forte bruine verglaçante|pluie légère|pluie|forte pluie|pluie verglaçante|forte pluie verglaçante|neige légère|neige|forte neige|neige en grains|averses légères|averses|averses violentes|averses de neige|fortes averses de neige|orage|orage, grêle|orage, forte grêle",
  it: "sereno|per lo più sereno|parz. nuvoloso|coperto|nebbia|nebbia gelata|pioviggine leggera|pioviggine|pioviggine intensa|pioviggine gelata|forte pioviggine gelata|pioggia leggera|pioggia|pioggia intensa|pioggia gelata|forte pioggia gelata|neve leggera|neve|neve intensa|nevischio|rovesci leggeri|rovesci|rovesci violenti|rovesci di neve|forti rovesci di neve|temporale|temporale, grandine|temporale, forte grandine",
  ja: "快晴|晴れ|晴れ時々曇り|曇り|霧|霧氷|弱い霧雨|霧雨|強い霧雨|着氷性の霧雨|強い着氷性の霧雨|小雨|雨|大雨|着氷性の雨|強い着氷性の雨|小雪|雪|大雪|霧雪|弱いにわか雨|にわか雨|激しいにわか雨|にわか雪|強いにわか雪|雷雨|雷雨、ひょう|雷雨、激しいひょう",
  nl: "helder|overwegend helder|half bewolkt|bewolkt|mist|rijpmist|lichte motregen|motregen|zware motregen|ijzel|zware ijzel|lichte regen|regen|zware regen|ijsregen|zware ijsregen|lichte sneeuw|sneeuw|zware sneeuw|motsneeuw|lichte buien|buien|hevige buien|sneeuwbuien|zware sneeuwbuien|onweer|onweer, hagel|onweer, zware hagel",
  zh: "晴|晴间多云|多云|阴|雾|冻雾|小毛毛雨|毛毛雨|大毛毛雨|冻毛毛雨|强冻毛毛雨|小雨|中雨|大雨|冻雨|强冻雨|小雪|中雪|大雪|米雪|小阵雨|阵雨|强阵雨|阵雪|强阵雪|雷暴|雷暴伴冰雹|雷暴伴大冰雹",
  "zh-Hant":
    "晴|晴間多雲|多雲|陰|霧|凍霧|小毛毛雨|毛毛雨|大毛毛雨|凍毛毛雨|強凍毛毛雨|小雨|中雨|大雨|凍雨|強凍雨|小雪|中雪|大雪|米雪|小陣雨|陣雨|強陣雨|陣雪|強陣雪|雷暴|雷暴伴冰雹|雷暴伴大冰雹",
}

/** Said where the weather cannot be shown, by language: the screen has no place, or nothing can be fetched. */
export const ABSENT: Readonly<Record<string, { readonly place: string; readonly network: string }>> = {
  en: {
    place: "Enter a place in the settings of this screen to see its weather.",
    network: "The weather cannot be fetched now.",
  },
  de: {
    place: "Tragen Sie in den Einstellungen dieses Bildschirms einen Ort ein, um sein Wetter zu sehen.",
    network: "Das Wetter kann gerade nicht geladen werden.",
  },
  es: {
    place: "Indique un lugar en los ajustes de esta pantalla para ver el tiempo.",
    network: "Ahora no se puede consultar el tiempo.",
  },
  fr: {
    place: "Indiquez un lieu dans les réglages de cet écran pour voir sa météo.",
    network: "La météo ne peut pas être chargée pour le moment.",
  },
  it: {
    place: "Inserire un luogo nelle impostazioni di questo schermo per vederne il meteo.",
    network: "Ora non è possibile caricare il meteo.",
  },
  ja: {
    place: "この画面の設定で場所を入力すると、その天気が表示されます。",
    network: "今は天気を取得できません。",
  },
  nl: {
    place: "Vul een plaats in bij de instellingen van dit scherm om het weer te zien.",
    network: "Het weer kan nu niet worden opgehaald.",
  },
  zh: {
    place: "请在此屏幕的设置中填写地点，即可显示当地天气。",
    network: "现在取不到天气。",
  },
  "zh-Hant": {
    place: "請在此螢幕的設定中填寫地點，即可顯示當地天氣。",
    network: "現在取不到天氣。",
  },
}

/** Icons by the first code that has them, up to the next; those that differ at night end in "-day". */
export const ICONS: readonly (readonly [from: number, name: string])[] = [
  [0, "clear-day"],
  [1, "partly-cloudy-day"],
  [3, "cloudy"],
  [45, "fog"],
  [51, "drizzle"],
  [56, "sleet"],
  [61, "rain"],
  [65, "heavy-rain"],
  [66, "sleet"],
  [71, "snow"],
  [80, "showers-day"],
  [82, "heavy-rain"],
  [85, "snow-showers-day"],
  [95, "thunderstorm"],
]
