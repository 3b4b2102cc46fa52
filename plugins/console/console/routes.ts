import { createHash } from "node:crypto"
import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { acceptedLanguages } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Accounts, Route } from "platen/sdk/http"
import { folderOf } from "./assets.js"
import type { Build } from "./assets.js"

const PLAIN = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-cache",
  vary: "Accept-Language",
}

/** The route of the console. It is open: the calls of its scripts require a session. */
export function pageRoute(
  { language: usual }: Service["defaults"],
  accounts: Pick<Accounts, "awaitsAdmin">,
  build: Build,
): Route {
  const folder = folderOf(build)
  const map = JSON.stringify({
    imports: Object.fromEntries(Object.entries(build.imports).map(([name, file]) => [name, `./${folder}/${file}`])),
  })
  const policy = policyOf(map)
  return defineRoute({
    method: "GET",
    path: "/",
    areas: ["extended"],
    auth: "open",
    summary: "Returns the console: the pages on which people set up their screens.",
    query: z.object({
      lang: z.string().max(35).optional().catch(undefined).describe("Language of the page (BCP 47)."),
    }),
    produces: ["text/html"],
    handle: async ({ query: { lang }, headers }) => {
      const language = languageFor([lang ?? "", ...acceptedLanguages(headers["accept-language"]), usual])
      // The page loads even while the store cannot be read; registration fails then.
      const awaitsAdmin = await accounts.awaitsAdmin().catch(() => false)
      return {
        type: "text/html; charset=utf-8",
        headers: { ...PLAIN, "content-security-policy": policy, "content-language": language },
        body: page({ language, map, folder, first: build.first, awaitsAdmin }),
      }
    },
  })
}

/** No other origins, no inline code but the import map, no form submission by the browser, no framing. */
function policyOf(map: string): string {
  const hash = createHash("sha256").update(map).digest("base64")
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
}

/** The first of these languages in which the console speaks; else English. */
function languageFor(tags: readonly string[]): "en" | "zh" {
  for (const tag of tags) {
    const [base] = tag.toLowerCase().split("-")
    if (base === "en" || base === "zh") return base
  }
  return "en"
}

interface Page {
  readonly language: string
  readonly map: string
  readonly folder: string
  readonly first: readonly string[]
  /** True: there is no admin yet. Only then does the form ask for the setup code. */
  readonly awaitsAdmin: boolean
}

/** The HTML of the console. All addresses are relative: it works under any path prefix. It contains nothing that the caller sent. */
function page({ language, map, folder, first, awaitsAdmin }: Page): string {
  const ahead = first.map((file) => `<link rel="modulepreload" href="${folder}/${file}">`).join("\n")
  const without = language === "zh" ? "请启用 JavaScript。" : "Please turn on JavaScript."
  return `<!doctype html>
<html lang="${language}"${awaitsAdmin ? " data-awaits-admin" : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Platen</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${folder}/console.css">
<script type="importmap">${map}</script>
${ahead}
<script type="module" src="${folder}/browser/main.js"></script>
</head>
<body>
<noscript>${without}</noscript>
</body>
</html>
`
}
