import { languageChain } from "platen/sdk/kit"
import { pageMargin, pixels, row, text } from "platen/sdk/mode"
import type { FrameContext, Scene, SceneNode } from "platen/sdk/mode"
import { captionLeading } from "./leading.js"

/** The line below a page: the language of its content, where it is not that of the page, and its origin or work, in italic. Nothing where a page says none. */
export function footer({ footer: said, contentLanguage }: Scene, context: FrameContext): SceneNode[] {
  const { screen } = context
  const language = contentLanguage === undefined ? undefined : saidIn(contentLanguage, context)
  if (!said?.attribution && language === undefined) return []
  const side = pageMargin(screen)
  const style = {
    role: "caption",
    family: "serif",
    slant: "italic",
    leading: captionLeading(screen),
    lines: 1,
  } as const
  return [
    row(
      { padding: [pixels(2, screen), side, pixels(6, screen), side], gap: pixels(12, screen), shrink: 0 },
      ...(language === undefined ? [] : [text(language, { ...style, slant: "roman", shrink: 0 })]),
      ...(said?.attribution ? [text(said.attribution, { ...style, grow: 1, align: "end" })] : []),
    ),
  ]
}

/** "in English" in the page's language; undefined on the smallest pages, which have no room for it. */
function saidIn(tag: string, { words, screen, language }: FrameContext): string | undefined {
  if (screen.id === "xs") return undefined
  const key = `language.${languageChain(tag).at(-1)!}`
  const known = words(key)
  const name = known === key ? new Intl.DisplayNames([language, "en"], { type: "language" }).of(tag) : known
  return words("content-language", { language: name ?? tag })
}
