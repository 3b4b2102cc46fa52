const TAG = /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/

/** The language that a caller reads best: of the header Accept-Language that with the highest share; `usual` when it names none. */
export function languageOf(accepted: string | undefined, usual: string): string {
  const ranked = (accepted ?? "").split(",").slice(0, 20).map((part) => {
    const [tag = "", ...rest] = part.split(";").map((each) => each.trim())
    const share = rest.find((each) => each.startsWith("q="))?.slice(2)
    return { tag, share: share === undefined ? 1 : Number(share) }
  }).filter(({ tag, share }) => TAG.test(tag) && share > 0)
  return ranked.sort((a, b) => b.share - a.share)[0]?.tag ?? usual
}
