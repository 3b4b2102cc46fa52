import { extensionPoint } from "../kit/define-plugin.js"
import { token } from "../token.js"
import type { Choose, Chooser } from "./choice.js"
import type { DeviceId } from "./device.js"
import type { Devices, PageOwner, PageRequest } from "./devices.js"
import type { Strategy } from "./strategy.js"

/** The bytes that users may store, counted by device or person, by a device's owner, and together. */
export interface Quotas {
  /** Records that a device, or a person by the id of the account, stores so many bytes under a name from now on. Rejects with Conflict ("storage-limit-reached") when there is no room; a smaller number than before always succeeds. */
  set(holder: DeviceId | { readonly user: string }, name: string, bytes: number): Promise<void>
  /** The bytes that all of them store. It reads every count. */
  used(): Promise<number>
}

/** Where and how an import takes data over. `device`: undefined for all devices. "check" writes nothing; "add" leaves what is here; "replace" does not. `modes`: ids of modes that the same import brings, which a check counts as installed. */
export interface ImportTarget {
  readonly device?: DeviceId
  readonly how: "check" | "add" | "replace"
  readonly modes: ReadonlySet<string>
}

/** Takes over one kind of data from other servers, by the rules for a save of it. The plugin that owns the data contributes it. */
export interface Importer {
  /** "configs", "modes", "favorites", "habits", "alerts" or "people". docs/writing-plugins.md says what the data of each is. */
  readonly id: string
  /** `kept`: other data is here, and stays; `same`: the same data is here. `notes`: a sentence for each part that was left out or changed. Rejects as a save does. */
  take(data: unknown, to: ImportTarget): Promise<{ result: "taken" | "same" | "kept"; notes: readonly string[] }>
}

/** The devices. */
export const DEVICES = token<Devices>("platen.devices")
/** A request for modes as the owner of a device wants them, by its config; without a config as the operator wants them. */
export const PAGE_REQUEST = token<(ids: readonly string[], owner: PageOwner) => PageRequest>("platen.page-request")
/** Chooses the modes of a render: asks the choosers. */
export const CHOOSE = token<Choose>("platen.choose")
/** The bytes that users may store. */
export const QUOTAS = token<Quotas>("platen.quotas")

/** Ways to go through a device's modes. By id, which a config names. */
export const STRATEGIES = extensionPoint<Strategy>("platen.strategies", { combine: "byKey", key: ({ id }) => id })
/** Rules that decide which page a render shows. By rank: the lowest is asked first, and the first answer wins. */
export const CHOOSERS = extensionPoint<Chooser>("platen.choosers", { combine: "byRank", rank: ({ rank }) => rank })
/** Importers of data from other servers. By id. */
export const IMPORTERS = extensionPoint<Importer>("platen.importers", { combine: "byKey", key: ({ id }) => id })
