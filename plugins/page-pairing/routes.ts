import { createHash } from "node:crypto"
import { defineRoute, NotFound, z } from "platen/sdk"
import type { Accounts, Files, Route, Service } from "platen/sdk"
import { languageFor } from "./language.js"
import { pageIn } from "./page.js"

const EDITIONS = ["extended"]

/** What the page is made of beside its HTML. The script is modules, each a file. */
const SCRIPTS = ["address", "api", "calling", "dom", "faults", "machine", "main", "run", "state", "view", "words"]
const FILES: Readonly<Record<string, { readonly file: URL; readonly type: string }>> = Object.fromEntries([
  [
    "page.css",
    { file: new URL("../../../plugins/page-pairing/page.css", import.meta.url), type: "text/css; charset=utf-8" },
  ],
  ...SCRIPTS.map((name) => [
    `${name}.js`,
    { file: new URL(`./browser/${name}.js`, import.meta.url), type: "text/javascript; charset=utf-8" },
  ]),
])

const PLAIN = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" }
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
export function routes(
  files: Files,
  { defaults }: Pick<Service, "defaults">,
  accounts: Pick<Accounts, "awaitsAdmin">,
): readonly Route[] {
  return [pageRoute(defaults, accounts), fileRoute(files)]
}

function pageRoute(defaults: Service["defaults"], accounts: Pick<Accounts, "awaitsAdmin">): Route {
  return defineRoute({
    method: "GET",
    path: "/config",
    editions: EDITIONS,
    auth: "open",
    summary:
      "The page on which people sign in and pair screens; mac, prefer_mac, code and setup are read by its script.",
    // Whatever stands in an address that somebody has scanned: there is a page.
    query: z.object({ lang: z.string().max(35).optional().catch(undefined).describe("Of the page, by BCP 47.") }),
    types: ["text/html"],
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

function fileRoute(files: Files): Route {
  return defineRoute({
    method: "GET",
    path: "/config/:file",
    editions: EDITIONS,
    auth: "open",
    summary: "The page's stylesheet and the parts of its script.",
    params: z.object({ file: z.string().describe("Its name.") }),
    types: ["text/css", "text/javascript"],
    handle: async ({ params: { file } }) => {
      const found = Object.hasOwn(FILES, file) ? FILES[file] : undefined
      if (!found) throw new NotFound(`The page has no file "${file.slice(0, 40)}": open /config.`)
      // Its map is not served.
      const text = (await files.text(found.file)).replace(/\n\/\/# sourceMappingURL=\S*\s*$/, "\n")
      // Kept, and asked for again each time: a new version of the server has another.
      return {
        type: found.type,
        headers: {
          ...PLAIN,
          "cache-control": "no-cache",
          etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`,
        },
        body: text,
      }
    },
  })
}
