import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import type { Service } from "platen/sdk"
import type { Accounts, AssetFolder, Route } from "platen/sdk/http"
import { languageFor } from "./language.js"
import { pageIn } from "./page.js"

const EDITIONS = ["extended"]

const PLAIN = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" }

/** What the page is made of beside its HTML: its stylesheet, and the modules of its script. */
export const assets: readonly AssetFolder[] = [
  ["../../../plugins/page-pairing/", /^page\.css$/] as const,
  ["./browser/", /\.js$/] as const,
].map(([folder, only]) => ({
  path: "/config",
  editions: EDITIONS,
  folder: new URL(folder, import.meta.url),
  only,
  headers: PLAIN,
}))

const HEADERS = {
  ...PLAIN,
  // Nothing from elsewhere, nothing inline, no form that sends by itself, in nobody's frame.
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  vary: "Accept-Language",
}

/** The page on which people pair screens. It is open: what it calls asks who they are. */
export function pageRoute(defaults: Service["defaults"], accounts: Pick<Accounts, "awaitsAdmin">): Route {
  return defineRoute({
    method: "GET",
    path: "/config",
    editions: EDITIONS,
    auth: "open",
    summary:
      "The page on which people sign in and pair screens; mac, prefer_mac, code and setup are read by its script.",
    // Whatever stands in an address that somebody has scanned: there is a page.
    query: z.object({ lang: z.string().max(35).optional().catch(undefined).describe("Of the page, by BCP 47.") }),
    produces: ["text/html"],
    handle: async ({ path, query: { lang }, headers }) => {
      const language = languageFor(lang, headers["accept-language"], defaults.language)
      return {
        type: "text/html; charset=utf-8",
        headers: { ...HEADERS, "content-language": language },
        body: pageIn(language, {
          files: path.endsWith("/") ? "" : "config/",
          // Nobody registers while the store cannot be read: the page is there all the same.
          awaitsAdmin: await accounts.awaitsAdmin().catch(() => false),
        }),
      }
    },
  })
}
