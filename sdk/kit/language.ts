const TAG = /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/
const MAX_TAGS = 20

/** The language tags (BCP 47) of an Accept-Language header, the best first, without refused ones (q=0). At most 20 are read. Source: RFC 9110, 12.5.4. */
export function acceptedLanguages(header = ""): readonly string[] {
  return header
    .split(",")
    .slice(0, MAX_TAGS)
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";").map((each) => each.trim())
      const quality = parameters.find((each) => /^q=/i.test(each))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => TAG.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}
