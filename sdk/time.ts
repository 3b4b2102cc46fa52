/** A day in the device's own time zone. */
export interface LocalDay {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** 1 to 31. */
  readonly day: number
  /** 0 Sunday to 6 Saturday. */
  readonly weekday: number
}

/** A moment in the device's own time zone. */
export interface LocalTime extends LocalDay {
  /** 0 to 23. */
  readonly hour: number
  readonly minute: number
  /** Milliseconds since 1970 in UTC. */
  readonly epoch: number
}
