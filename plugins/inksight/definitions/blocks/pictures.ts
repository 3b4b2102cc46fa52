import type { Block } from "../context.js"

/** `image`: refused, since a mode of a user may not fetch an address that it names itself. */
export const image: Block = (_, at, { report }) => {
  report.refused(
    at,
    "a mode of a user shows no picture of an address: use the mode MY_ADAPTIVE for one picture, PHOTOS for several.",
  )
  return undefined
}
