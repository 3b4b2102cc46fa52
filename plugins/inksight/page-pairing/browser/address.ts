import type { Target } from "./state.js"

const SIX_PAIRS = /^(?:[0-9a-f]{2}[:-]?){5}[0-9a-f]{2}$/i
const MAX_SETUP = 64

/** The target in a page address's query; invalid values are left out. */
export function targetOf(search: string): Target {
  const query = new URLSearchParams(search)
  const mac = macOf(query.get("mac") ?? "") ?? macOf(query.get("prefer_mac") ?? "")
  const code = codeOf(query.get("code") ?? "")
  const setup = (query.get("setup") ?? "").trim().slice(0, MAX_SETUP)
  return { ...(mac !== undefined && { mac }), ...(code !== undefined && { code }), ...(setup !== "" && { setup }) }
}

/** The query of a target, so that a reload of the page continues with it. `language`: the one that the address names. */
export function searchOf({ mac, code, setup }: Target, language: string | undefined): string {
  const query = new URLSearchParams({
    ...(mac !== undefined && { mac }),
    ...(code !== undefined && { code }),
    ...(setup !== undefined && { setup }),
    ...(language !== undefined && { lang: language }),
  })
  const text = query.toString()
  return text === "" ? "" : `?${text}`
}

function macOf(given: string): string | undefined {
  return SIX_PAIRS.test(given) ? given.replaceAll(/[:-]/g, "").toUpperCase().match(/../g)!.join(":") : undefined
}

/** A normalised code: 4 to 12 capitals and digits. */
export function codeOf(given: string): string | undefined {
  const code = given.toUpperCase().replaceAll(/[^A-Z0-9]/g, "")
  return code.length >= 4 && code.length <= 12 ? code : undefined
}
