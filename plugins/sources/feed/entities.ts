import { windowsText } from "./windows.js"

/** Names of the characters U+00A0 to U+00FF, in order. Source: HTML 4.01, 24.2. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
/** Names of the Greek letters from U+0391 and U+03B1 on, in order; "-" where there is none. Source: HTML 4.01, 24.3. */
const GREEK =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega"
/** Names and code points of all others. Source: HTML 4.01, 24.3 and 24.4; "apos" of XML. */
const OTHERS =
  "quot 22 amp 26 apos 27 lt 3c gt 3e OElig 152 oelig 153 Scaron 160 scaron 161 Yuml 178 fnof 192 circ 2c6 tilde 2dc ensp 2002 emsp 2003 thinsp 2009 zwnj 200c zwj 200d lrm 200e rlm 200f ndash 2013 mdash 2014 lsquo 2018 rsquo 2019 sbquo 201a ldquo 201c rdquo 201d bdquo 201e dagger 2020 Dagger 2021 bull 2022 hellip 2026 permil 2030 prime 2032 Prime 2033 lsaquo 2039 rsaquo 203a oline 203e frasl 2044 euro 20ac image 2111 weierp 2118 real 211c trade 2122 alefsym 2135 larr 2190 uarr 2191 rarr 2192 darr 2193 harr 2194 crarr 21b5 lArr 21d0 uArr 21d1 rArr 21d2 dArr 21d3 hArr 21d4 forall 2200 part 2202 exist 2203 empty 2205 nabla 2207 isin 2208 notin 2209 ni 220b prod 220f sum 2211 minus 2212 lowast 2217 radic 221a prop 221d infin 221e ang 2220 and 2227 or 2228 cap 2229 cup 222a int 222b there4 2234 sim 223c cong 2245 asymp 2248 ne 2260 equiv 2261 le 2264 ge 2265 sub 2282 sup 2283 nsub 2284 sube 2286 supe 2287 oplus 2295 otimes 2297 perp 22a5 sdot 22c5 lceil 2308 rceil 2309 lfloor 230a rfloor 230b lang 27e8 rang 27e9 loz 25ca spades 2660 clubs 2663 hearts 2665 diams 2666 thetasym 3d1 upsih 3d2 piv 3d6"

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(" ").map((name, i) => [name, String.fromCodePoint(0xa0 + i)] as const),
  ...GREEK.split(" ").flatMap((name, i) => [
    [name, String.fromCodePoint(0x3b1 + i)] as const,
    [name[0]!.toUpperCase() + name.slice(1), String.fromCodePoint(0x391 + i)] as const,
  ]),
  ...[...OTHERS.matchAll(/(\w+) ([\da-f]+)/g)].map(
    ([, name, code]) => [name!, String.fromCodePoint(Number.parseInt(code!, 16))] as const,
  ),
])

/** Of a bounded length, so that a text full of "&" is read once. */
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,8}));/gi

/** A text with its character references replaced, once: "&amp;lt;" becomes "&lt;". Names that are not known stay as they are. */
export function unescaped(text: string): string {
  return text.replaceAll(REFERENCE, (all, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? all
    return character(decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal))
  })
}

function character(code: number): string {
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  return isNone ? "\ufffd" : windowsText(String.fromCodePoint(code))
}
