import { calling } from "./calling.js"
import type { Fetch } from "./calling.js"
import type { Doc } from "./dom.js"
import { run } from "./run.js"

declare const window: {
  readonly document: Doc
  readonly location: { readonly search: string; readonly pathname: string }
  readonly history: { replaceState(state: null, title: string, url: string): void }
  readonly fetch: Fetch
}

const { document: doc, location, history } = window
const moments = new Intl.DateTimeFormat(doc.documentElement.lang, { dateStyle: "medium", timeStyle: "short" })

run({
  doc,
  // The script is one folder below the server's base URL, which may have a path prefix.
  call: calling((url, options) => window.fetch(url, options), new URL("../", import.meta.url).href),
  now: () => performance.now(),
  later: (work, milliseconds) => {
    setTimeout(work, milliseconds)
  },
  search: location.search,
  readdress: (search) => history.replaceState(null, "", `${location.pathname}${search}`),
  moment: (iso) => moments.format(new Date(iso)),
})
