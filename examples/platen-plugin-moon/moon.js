const DEGREES = Math.PI / 180
const PHASES = {
  en: [
    "New moon",
    "Waxing crescent",
    "First quarter",
    "Waxing gibbous",
    "Full moon",
    "Waning gibbous",
    "Last quarter",
    "Waning crescent",
  ],
  zh: ["新月", "蛾眉月", "上弦月", "盈凸月", "满月", "亏凸月", "下弦月", "残月"],
}

/**
 * The phase of the moon. `time`: milliseconds since 1970 in UTC. `lit`: percent, accurate to about 1.
 * Source: Meeus, Astronomical Algorithms, chapter 48.
 * @param {number} time
 * @param {string} language BCP 47
 */
export function moonAt(time, language) {
  const centuries = (time / 86_400_000 + 2440587.5 - 2451545) / 36525
  const elongation = 297.8501921 + 445267.1114034 * centuries
  const [d, sun, moon] = [
    elongation,
    357.5291092 + 35999.0502909 * centuries,
    134.9633964 + 477198.8675055 * centuries,
  ].map((angle) => angle * DEGREES)
  const angle =
    180 -
    elongation -
    6.289 * Math.sin(moon) +
    2.1 * Math.sin(sun) -
    1.274 * Math.sin(2 * d - moon) -
    0.658 * Math.sin(2 * d) -
    0.214 * Math.sin(2 * moon) -
    0.11 * Math.sin(d)
  const age = (((180 - angle) % 360) + 360) % 360
  const names = PHASES[language.split("-")[0]] ?? PHASES.en
  return {
    phase: names[Math.round(age / 45) % 8],
    lit: Math.round((1 + Math.cos(angle * DEGREES)) * 50),
    waxing: age < 180,
  }
}
