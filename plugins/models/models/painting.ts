import { deadlineIn } from "platen/sdk/kit"
import type { Catalog } from "platen/sdk"
import type { Painter, Painting } from "platen/sdk/models"
import { choiceOf, chosen, Session, WHOLE_MS } from "./asking.js"
import type { Means } from "./asking.js"

/** Tokens that a picture counts as, in the budget of the day. */
const PICTURE_TOKENS = 4_000

/** `Painting` for this plugin. `within`: milliseconds for all of it; default 60,000. */
export interface TimedPainting extends Painting {
  paint(ask: Parameters<Painting["paint"]>[0] & { readonly within?: number }): ReturnType<Painting["paint"]>
}

/** What `Painting` asks with. */
export function paintingWith(means: Means, painters: Catalog<Painter>, usual: string | undefined): TimedPainting {
  return {
    choice: (user, wanted) => choiceOf(means, painters, usual, { user, part: "picture", wanted }),
    paint: async ({ user, wanted, prompt, width, height, within = WHOLE_MS, signal: other }) => {
      const asker = { user, part: "picture", wanted } as const
      const painter = await chosen(means, painters, usual, asker)
      const { signal, clear } = deadlineIn(means.clock, within, other)
      const session = new Session(means, painter, asker, signal, means.clock.now() + within)
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
