import type { z } from "zod"

/** A part of a device that one plugin owns: only its code makes new values. Made by `defineSlice`. */
export interface Slice<T> {
  /** "alerts/inbox": the plugin, then a name of its own. */
  readonly name: string
  readonly schema: z.ZodType<T>
  /** 1, 2, ... : the version of the values that this code writes. */
  readonly version: number
  /** "runtime": its values change with every render; they are stored apart from the settings, so that such a write is small. */
  readonly row: "settings" | "runtime"
  /** A value of an earlier version as this one has it. */
  migrate?(value: unknown, version: number): unknown
  /** The value of a device of which nothing is stored. */
  readonly initial: T
}

/** A device: slices, of any plugins. Immutable; the values are frozen. */
export interface Device {
  get<T>(slice: Slice<T>): T
  /** This device with other values of those fields. Throws nothing: the write of the device checks them. */
  with<T extends object>(slice: Slice<T>, fields: { readonly [K in keyof T]?: T[K] | undefined }): Device
}
