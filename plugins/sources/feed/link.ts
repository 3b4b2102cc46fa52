const MAX_CHARS = 2_000

/** An http(s) address, resolved against the first base that is one; "" for any other. `bases`: innermost first; each may be relative to the next. */
export function absolute(link: string | undefined, ...bases: readonly (string | undefined)[]): string {
  const given = link?.trim() ?? ""
  if (given === "" || given.length > MAX_CHARS) return ""
  const url = resolved(given, bases)
  return url && /^https?:$/.test(url.protocol) && url.href.length <= MAX_CHARS ? url.href : ""
}

function resolved(link: string, bases: readonly (string | undefined)[]): URL | undefined {
  if (URL.canParse(link)) return new URL(link)
  const [base, ...rest] = bases.filter((each) => each !== undefined && each.length <= MAX_CHARS)
  const from = base === undefined ? undefined : resolved(base.trim(), rest)
  return from && URL.canParse(link, from.href) ? new URL(link, from.href) : undefined
}
