import type { Service } from "platen/sdk"
import type { Chooser } from "platen/sdk/device"
import type { ModeCatalog } from "platen/sdk/mode"

/** A mode that the caller names is shown; a name that no mode has is as good as none. */
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

/** Who has chosen nothing sees the operator's mode; the others stand behind it. */
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
