import { extensionPoint } from "../point.js"
import type { AssetFolder, Edition, Policy, Route } from "./route.js"

const byId = { combine: "byKey", key: ({ id }: { readonly id: string }): string => id } as const

/** Ways to admit a caller. By id. */
export const POLICIES = extensionPoint<Policy>("platen.policies", byId)
/** Mounts of the API. By id. */
export const EDITIONS = extensionPoint<Edition>("platen.editions", byId)
/** Calls. Two routes of one method in one place stop the start. */
export const ROUTES = extensionPoint<Route>("platen.routes", { combine: "all" })
/** Folders of files that everybody may read. A file comes before a route of the same path. */
export const ASSETS = extensionPoint<AssetFolder>("platen.assets", { combine: "all" })
