import type { Device, Slice } from "../device/slice.js"

/** A slice as stored: the version of its value, and the value as JSON. It remembers what was read from it: the same object is read once. */
export class StoredSlice {
  readonly version: number
  readonly value: unknown
  // Private fields stay writable in a frozen object.
  #read: { readonly slice: Slice<unknown>; readonly value: unknown; readonly fits: boolean } | undefined
  /** Set while no write has checked the value yet. */
  #unchecked: Slice<unknown> | undefined

  constructor(version: number, value: unknown) {
    this.version = version
    this.value = value
  }

  /** A new value of a slice. */
  static of(slice: Slice<unknown>, value: unknown, isChecked: boolean): StoredSlice {
    const made = new StoredSlice(slice.version, value)
    made.#read = { slice, value, fits: true }
    if (!isChecked) made.#unchecked = slice
    return made
  }

  /** Its value as a slice reads it: the initial one where it does not fit, which `unfit` is told once. */
  read(slice: Slice<unknown>, unfit: Unfit): { readonly value: unknown; readonly fits: boolean } {
    if (this.#read?.slice !== slice) {
      const { value, error } = valueOf(slice, this)
      if (error !== undefined) unfit(slice.name, error)
      this.#read = { slice, value, fits: error === undefined }
    }
    return this.#read
  }

  get isChecked(): boolean {
    return this.#unchecked === undefined
  }

  /** This slice with a value that its schema has checked. Throws TypeError for a value that does not fit: a fault of its plugin. */
  checked(): StoredSlice {
    const slice = this.#unchecked
    if (!slice) return this
    const { data, error } = slice.schema.safeParse(this.value)
    if (!error) return StoredSlice.of(slice, data, true)
    const [issue] = error.issues
    throw new TypeError(
      `The new value of "${slice.name}" does not fit its slice (${issue?.path.join(".") || "value"}: ${issue?.message}): nothing was stored.`,
      { cause: error },
    )
  }

  toJSON(): unknown {
    return [this.version, this.value]
  }
}

/** Slices of one row, by name. A name that ends in "?" holds a value that no longer fitted when its slice was written anew. */
export type StoredSlices = Readonly<Record<string, StoredSlice>>
type Unfit = (slice: string, error: unknown) => void

/** A device over the stored slices of its two rows. */
export class SlicedDevice implements Device {
  readonly settings: StoredSlices
  readonly runtime: StoredSlices
  readonly #unfit: Unfit

  /** `unfit`: told of each value that does not fit its slice, once. */
  constructor(settings: StoredSlices = {}, runtime: StoredSlices = {}, unfit: Unfit = () => {}) {
    this.settings = settings
    this.runtime = runtime
    this.#unfit = unfit
  }

  get<T>(slice: Slice<T>): T {
    const stored = this[slice.row][slice.name]
    return stored ? (stored.read(slice, this.#unfit).value as T) : slice.initial
  }

  with<T extends object>(slice: Slice<T>, fields: { readonly [K in keyof T]?: T[K] | undefined }): SlicedDevice {
    const before = this[slice.row]
    const kept = before[slice.name]
    const row = {
      ...before,
      [slice.name]: StoredSlice.of(slice, Object.freeze({ ...this.get(slice), ...fields }), false),
      ...(kept && !kept.read(slice, this.#unfit).fits && { [`${slice.name}?`]: kept }),
    }
    return slice.row === "settings"
      ? new SlicedDevice(row, this.runtime, this.#unfit)
      : new SlicedDevice(this.settings, row, this.#unfit)
  }

  /** This device, each new value checked. Throws TypeError as `checked` does. */
  settled(): SlicedDevice {
    return new SlicedDevice(this.checked("settings"), this.checked("runtime"), this.#unfit)
  }

  /** The slices of a row, each new value checked. Throws TypeError for a value that does not fit: a fault of its plugin. */
  checked(row: "settings" | "runtime"): StoredSlices {
    const all = Object.entries(this[row])
    if (all.every(([, stored]) => stored.isChecked)) return this[row]
    return Object.fromEntries(all.map(([name, stored]) => [name, stored.checked()]))
  }
}

function valueOf(slice: Slice<unknown>, { version, value: stored }: StoredSlice): { value: unknown; error?: unknown } {
  try {
    if (version > slice.version) throw new TypeError(`version ${version} is newer than ${slice.version}`)
    const value = version < slice.version && slice.migrate ? slice.migrate(stored, version) : stored
    return { value: Object.freeze(slice.schema.parse(value)) }
  } catch (error) {
    return { value: slice.initial, error }
  }
}

/** A device of which nothing is stored. */
export const NEW_DEVICE: Device = new SlicedDevice()
