import { deadlineIn } from "platen/sdk/kit"
import type { Catalog } from "platen/sdk"
import type { Painter, Painting } from "platen/sdk/models"
import { choiceOf, chosen, Session, WHOLE_MS } from "./asking.js"
import type { Means } from "./asking.js"

/** Tokens that a picture counts as, in the budget of the day. */
const PICTURE_TOKENS = 4_000

/** What `Painting` asks with. */
export function paintingWith(means: Means, painters: Catalog<Painter>, usual: string | undefined): Painting {
  return {
    choice: (user, wanted) => choiceOf(means, painters, usual, { user, part: "picture", wanted }),
    paint: async ({ user, wanted, prompt, width, height, signal: other }) => {
      const asker = { user, part: "picture", wanted } as const
      const painter = await chosen(means, painters, usual, asker)
      const { signal, clear } = deadlineIn(means.clock, WHOLE_MS, other)
      const session = new Session(means, painter, asker, signal, means.clock.now() + WHOLE_MS)
      try {
        const picture = await session.call(
          PICTURE_TOKENS,
          (call) => painter.provider.paint({ prompt, width, height }, call),
          () => ({ tokensIn: 0, tokensOut: PICTURE_TOKENS }),
        )
        return { picture, usage: session.usage }
      } finally {
        clear()
      }
    },
  }
}
