import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import type { Service } from "platen/sdk"
import type { Accounts, AssetFolder, Route } from "platen/sdk/http"
import { languageFor } from "./language.js"
import { pageIn } from "./page.js"

const AREAS = ["extended"]

const PLAIN = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" }

/** The static files of the page: its stylesheet and the modules of its script. */
export const assets: readonly AssetFolder[] = [["./", /^page\.css$/] as const, ["./browser/", /\.js$/] as const].map(
  ([folder, only]) => ({
    path: "/config",
    areas: AREAS,
    folder: new URL(folder, import.meta.url),
    only,
    headers: PLAIN,
  }),
)

const HEADERS = {
  ...PLAIN,
  // No other origins, no inline code, no form submission by the browser, no framing.
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  vary: "Accept-Language",
}

/** The route of the pairing page. It is open: the API calls of its script require a session. */
export function pageRoute(defaults: Service["defaults"], accounts: Pick<Accounts, "awaitsAdmin">): Route {
  return defineRoute({
    method: "GET",
    path: "/config",
    areas: AREAS,
    auth: "open",
    summary:
      "Returns the page on which users sign in and pair screens. Its script reads mac, prefer_mac, code and setup.",
    // The page loads whatever the scanned address contains.
    query: z.object({
      lang: z.string().max(35).optional().catch(undefined).describe("Language of the page (BCP 47)."),
    }),
    produces: ["text/html"],
    handle: async ({ path, query: { lang }, headers }) => {
      const language = languageFor(lang, headers["accept-language"], defaults.language)
      return {
        type: "text/html; charset=utf-8",
        headers: { ...HEADERS, "content-language": language },
        body: pageIn(language, {
          files: path.endsWith("/") ? "" : "config/",
          // The page loads even while the store cannot be read; registration fails then.
          awaitsAdmin: await accounts.awaitsAdmin().catch(() => false),
        }),
      }
    },
  })
}
