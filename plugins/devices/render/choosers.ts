import type { Service } from "platen/sdk"
import type { Chooser } from "platen/sdk/device"
import type { ModeCatalog } from "platen/sdk/mode"

/** Chooser of the mode that the caller names; an unknown name is ignored. */
export function forcedMode(modes: ModeCatalog, { defaults }: Service): Chooser {
  return {
    id: "forced-mode",
    rank: 20,
    choose: ({ mode: wanted, scopes }) => {
      const mode = wanted === undefined ? undefined : modes.get(wanted.trim().toUpperCase(), scopes)
      return mode && { modes: [mode.id, defaults.mode], aside: true }
    },
  }
}

/** Chooser of last resort: the operator's default mode, then all other modes. */
export function defaultMode(modes: ModeCatalog, { defaults }: Service): Chooser {
  return {
    id: "default-mode",
    rank: 100,
    choose: ({ scopes }) => ({
      modes: [
        defaults.mode,
        ...modes
          .list(scopes)
          .map(({ id }) => id)
          .filter((id) => id !== defaults.mode),
      ],
    }),
  }
}
