import { CLOCK, definePlugin, FETCH, field, LOG, secret, z } from "platen/sdk"
import { ROUTES } from "platen/sdk/http"
import { reaching } from "./address.js"
import { forwarding } from "./proxy.js"
import { forwardedRoutes, routes } from "./routes.js"
import { firmwareService } from "./service.js"

const REPOSITORY = /^(?!\.{1,2}\/)[\w.-]{1,100}\/(?!\.{1,2}$)[\w.-]{1,100}$/

const base = z
  .url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" })
  .refine((text) => !/[?#]/.test(text), "must not have a query or fragment: remove everything from ? or #")

/** A base URL without credentials, since errors and answers may show it. */
const plain = base.refine(
  (text) => !/^\w+:\/+[^/]*@/.test(text),
  "must not contain a user name or password: use the token",
)

const config = z.strictObject({
  repository: field(z.string().regex(REPOSITORY, "must be owner/name, such as acme/firmware"), {
    label: { en: "Repository", zh: "仓库" },
    help: { en: "GitHub repository, owner/name, whose releases the flasher offers" },
  }).optional(),
  endpoint: field(plain, {
    help: { en: "Base URL of GitHub's API, or of one that is compatible with its releases" },
  }).default("https://api.github.com"),
  token: secret({ help: { en: "Access token; sent only to the endpoint" } }).optional(),
  name: field(z.string().min(1).max(100), { help: { en: "Name of the firmware in the flasher" } }).default("Platen"),
  cacheMinutes: field(z.number().min(1).max(1440), { unit: "min" }).default(10),
  assetPattern: field(z.string().min(1).max(200), {
    help: { en: "Name pattern of the offered .bin files; * matches any characters" },
  }).optional(),
  // Secret as a whole, since it may contain a password.
  backend: field(base, {
    secret: true,
    help: { en: "URL of another server that answers the firmware calls instead of this one" },
  }).optional(),
})

/** The API of a browser-based flasher: lists firmware releases, recommends one and checks firmware URLs. */
export default definePlugin({
  id: "firmware",
  config,
  needs: { fetch: FETCH, clock: CLOCK, log: LOG },
  setup: ({ fetch, clock, log }, { backend, ...options }) => [
    ROUTES.of(
      ...(backend === undefined
        ? routes(firmwareService({ fetch, clock, log }, options), reaching(fetch, clock))
        : forwardedRoutes(forwarding(fetch, backend))),
    ),
  ],
})
