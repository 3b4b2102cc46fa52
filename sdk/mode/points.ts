import { extensionPoint } from "../point.js"
import type { Frame } from "./frame.js"
import type { Mode, Source } from "./mode.js"
import { modeKey } from "./mode-catalog.js"
import type { ModeCatalog } from "./mode-catalog.js"
import type { Messages, Phrases } from "./phrases.js"

/** ^[A-Z][A-Z0-9_]{1,31}$, behind the scope, if there is one. */
const MODE_KEY = /^(?:[^A-Z].*\/)?[A-Z][A-Z0-9_]{1,31}$/

/** Modes. By scope and id. Live. Readers get a `ModeCatalog`. */
export const MODES = extensionPoint<Mode, ModeCatalog>(
  "platen.modes",
  {
    combine: "byKey",
    pattern: MODE_KEY,
    form: '2 to 32 capital letters, digits and "_", a letter first',
    key: modeKey,
  },
  { live: true, ownCatalog: true },
)
/** Sources of content. By name. Live. */
export const SOURCES = extensionPoint<Source>(
  "platen.sources",
  {
    combine: "byKey",
    pattern: /^[a-z][a-z0-9-]{1,47}$/,
    form: '2 to 48 small letters, digits and "-", a letter first',
    key: ({ name }) => name,
  },
  { live: true },
)
/** Parts that stand round a full page. By rank, the lowest innermost. */
export const FRAMES = extensionPoint<Frame>("platen.frames", { combine: "byRank", rank: ({ rank }) => rank })
/** Words of pages by language and key: `{ en: { "frame.morning": "Morning" } }`. Merged. Readers get `Phrases`. */
export const MESSAGES = extensionPoint<Messages, Phrases>(
  "platen.messages",
  { combine: "merged" },
  { ownCatalog: true },
)
