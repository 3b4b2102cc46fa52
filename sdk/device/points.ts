import { extensionPoint } from "../point.js"
import type { Chooser } from "./choice.js"
import type { Strategy } from "./strategy.js"

/** Ways to go through a device's modes. By id, which a config names. */
export const STRATEGIES = extensionPoint<Strategy>("platen.strategies", { combine: "byKey", key: ({ id }) => id })
/** Rules that decide which page a render shows. By rank: the lowest is asked first, and the first answer wins. */
export const CHOOSERS = extensionPoint<Chooser>("platen.choosers", { combine: "byRank", rank: ({ rank }) => rank })
