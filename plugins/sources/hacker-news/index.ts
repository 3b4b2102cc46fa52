import { CLOCK, definePlugin, field, z } from "platen/sdk"
import { SOURCES } from "platen/sdk/mode"
import { hackerNewsSource } from "./hacker-news.js"

/** Plugin of the source "hacker-news", from its documented interface, which needs no key, or from a server of one's own. */
export default definePlugin({
  id: "source-hacker-news",
  config: z.strictObject({
    endpoint: field(z.url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" }), {
      help: { en: "Address of the API of Hacker News" },
    }).default("https://hacker-news.firebaseio.com/v0"),
  }),
  needs: { clock: CLOCK },
  setup: ({ clock }, { endpoint }) => [SOURCES.of(hackerNewsSource(endpoint, clock))],
})
