import type { Device, Slice } from "../device/slice.js"

/** A slice as stored: the version of its value, and the value as JSON. */
export type StoredSlice = readonly [version: number, value: unknown]
/** Slices of one row, by name. A name that ends in "?" holds a value that no longer fitted when its slice was written anew. */
export type StoredSlices = Readonly<Record<string, StoredSlice>>
type Unfit = (slice: string, error: unknown) => void

interface Read {
  readonly slice: Slice<unknown>
  readonly value: unknown
  readonly fits: boolean
}
/** Values by what they were read from: the same stored slice is read once. */
const read = new WeakMap<StoredSlice, Read>()
/** Slices of values that no write has checked yet. */
const unchecked = new WeakMap<StoredSlice, Slice<unknown>>()

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
    return stored ? (this.#read(slice, stored).value as T) : slice.initial
  }

  with<T extends object>(slice: Slice<T>, fields: { readonly [K in keyof T]?: T[K] | undefined }): SlicedDevice {
    const before = this[slice.row]
    const stored: StoredSlice = [slice.version, Object.freeze({ ...this.get(slice), ...fields })]
    read.set(stored, { slice, value: stored[1], fits: true })
    unchecked.set(stored, slice)
    const kept = before[slice.name]
    const row = {
      ...before,
      [slice.name]: stored,
      ...(kept && !this.#read(slice, kept).fits && { [`${slice.name}?`]: kept }),
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
    if (!Object.values(this[row]).some((stored) => unchecked.has(stored))) return this[row]
    return Object.fromEntries(Object.entries(this[row]).map(([name, stored]) => [name, checkedSlice(name, stored)]))
  }

  #read(slice: Slice<unknown>, stored: StoredSlice): Read {
    const known = read.get(stored)
    if (known?.slice === slice) return known
    const result = valueOf(slice, stored)
    if (result.error !== undefined) this.#unfit(slice.name, result.error)
    const made = { slice, value: result.value, fits: result.error === undefined }
    read.set(stored, made)
    return made
  }
}

function valueOf(slice: Slice<unknown>, [version, stored]: StoredSlice): { value: unknown; error?: unknown } {
  try {
    if (version > slice.version) throw new TypeError(`version ${version} is newer than ${slice.version}`)
    const value = version < slice.version && slice.migrate ? slice.migrate(stored, version) : stored
    return { value: Object.freeze(slice.schema.parse(value)) }
  } catch (error) {
    return { value: slice.initial, error }
  }
}

function checkedSlice(name: string, stored: StoredSlice): StoredSlice {
  const slice = unchecked.get(stored)
  if (!slice) return stored
  const { data, error } = slice.schema.safeParse(stored[1])
  if (error) {
    const [issue] = error.issues
    throw new TypeError(
      `The new value of "${name}" does not fit its slice (${issue?.path.join(".") || "value"}: ${issue?.message}): nothing was stored.`,
      { cause: error },
    )
  }
  const made: StoredSlice = [stored[0], data]
  read.set(made, { slice, value: data, fits: true })
  return made
}

/** A device of which nothing is stored. */
export const NEW_DEVICE: Device = new SlicedDevice()
