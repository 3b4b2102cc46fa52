import { filled, localDigits, measured } from "platen/sdk/kit"
import { pixels, row, text } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"
import type { Context } from "./days.js"
import type { AgendaData } from "./mode.js"
import { LINE, mark } from "./rows.js"
import { markSide, shortened, sizeOf } from "./sizes.js"
import { wordsOf } from "./words.js"

/** The name of a calendar. Its box is as wide as the estimate: positions of a part of a page may be fractions. */
function nameOf(name: string, context: Context): SceneNode {
  const minWidth = Math.ceil(measured(name).longest * sizeOf("caption", context) * 0.9)
  return text(name, { ...LINE, role: "caption", shrink: 0, minWidth })
}

/** What cannot be read: calendars, then entries of others. */
function unreadLines({ calendars }: AgendaData, { language, words }: Context): readonly string[] {
  const own = wordsOf(language)
  const called = (name: string): string => (name === "" ? "–" : name)
  return [
    ...calendars.filter(({ isRead }) => !isRead).map(({ name }) => filled(own.unread, { name: called(name) })),
    ...calendars
      .filter(({ unread }) => unread > 0)
      .map(({ name, unread }) =>
        filled(unread === 1 ? own.unreadEntry : own.unreadEntries, {
          n: localDigits(String(unread), words),
          name: called(name),
        }),
      ),
  ]
}

/** Whether a name was cut to fewer than six letters. */
function cutBelow(shown: string, name: string): boolean {
  return shown !== name && [...shown].length <= FEWEST
}
const FEWEST = 6

/** The calendars with their marks in a line, where there are several, and what of them could not be read. */
export function legend(data: AgendaData, context: Context, width: number): readonly SceneNode[] {
  const { screen } = context
  const most = screen.id === "s" ? 3 : 4
  const count = Math.min(most, data.calendars.length)
  const room = (width - (count - 1) * pixels(9, screen)) / count - markSide("caption", context) - pixels(4, screen)
  const named = data.calendars.map(({ name }, i) => ({ name, i })).filter(({ name }) => name !== "")
  // A name of three letters says nothing.
  const isCut = named.some(({ name }) => cutBelow(shortened(name, room, "caption", context), name))
  return [
    ...(data.calendars.length < 2 || isCut
      ? []
      : [
          row(
            { gap: pixels(9, screen), shrink: 0, padding: [0, 0, 1, 0] },
            ...named
              .slice(0, most)
              .map(({ name, i }) =>
                row(
                  { gap: pixels(4, screen), align: "center", shrink: 0 },
                  mark(i, "caption", data, context),
                  nameOf(shortened(name, room, "caption", context), context),
                ),
              ),
          ),
        ]),
    ...unreadLines(data, context)
      .slice(0, 2)
      .map((line) =>
        text(line, {
          role: "caption",
          lines: 2,
          fit: "shrink",
          minPx: 10,
          leading: 1.2,
          shrink: 0,
          slant: "italic",
          family: "serif",
        }),
      ),
  ]
}
