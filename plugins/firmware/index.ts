import { CLOCK, definePlugin, FETCH, field, LOG, secret, z } from "platen/sdk"
import { ROUTES } from "platen/sdk/http"
import { reaching } from "./address.js"
import { forwarding } from "./proxy.js"
import { forwardedRoutes, routes } from "./routes.js"
import { firmwareService } from "./service.js"

const REPOSITORY = /^(?!\.{1,2}\/)[\w.-]{1,100}\/(?!\.{1,2}$)[\w.-]{1,100}$/

const base = z
  .url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://" })
  .refine((text) => !/[?#]/.test(text), "must end with its path: leave out what begins with ? or #")

/** A base that may be told to anyone. */
const plain = base.refine(
  (text) => !/^\w+:\/+[^/]*@/.test(text),
  "must not carry a user name or a password: use the token",
)

const config = z.strictObject({
  repository: field(z.string().regex(REPOSITORY, "must be owner/name, such as acme/firmware"), {
    label: { en: "Repository", zh: "仓库" },
    help: { en: "owner/name, whose releases are offered for flashing" },
  }).optional(),
  endpoint: field(plain, { help: { en: "Base address of an API with GitHub's releases" } }).default(
    "https://api.github.com",
  ),
  token: secret({ help: { en: "Sent to the endpoint only" } }).optional(),
  name: field(z.string().min(1).max(100), { help: { en: "What the flasher calls the firmware" } }).default("Platen"),
  cacheMinutes: field(z.number().min(1).max(1440), { unit: "min" }).default(10),
  assetPattern: field(z.string().min(1).max(200), {
    help: { en: "Only .bin files of such a name are offered; * stands for any characters" },
  }).optional(),
  // Secret as a whole, since it may carry a password.
  backend: field(base, {
    secret: true,
    help: { en: "Another server that answers the three calls in place of this one" },
  }).optional(),
})

/** Firmware for the browser's flasher: what there is, what to take, and whether an address leads to some. */
export default definePlugin({
  id: "firmware",
  config,
  needs: { fetch: FETCH, clock: CLOCK, log: LOG },
  setup: ({ fetch, clock, log }, { backend, ...options }) => [
    ROUTES.of(
      ...(backend === undefined
        ? routes(firmwareService({ fetch, clock, log }, options), reaching(fetch))
        : forwardedRoutes(forwarding(fetch, backend))),
    ),
  ],
})
