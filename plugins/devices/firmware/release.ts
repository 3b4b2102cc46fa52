import { z } from "platen/sdk"

/** The schema of a firmware image in an answer. */
export const firmwareEntry = z
  .strictObject({
    version: z.string().describe('The tag without a leading "v"; "unknown" without a tag.'),
    tag: z.string(),
    published_at: z.iso.datetime().nullable().describe("Time of publication in UTC, to the second; null when unknown."),
    download_url: z.string(),
    size_bytes: z.number(),
    chip_family: z.string(),
    asset_name: z.string(),
    manifest: z
      .strictObject({
        name: z.string(),
        version: z.string(),
        builds: z.array(
          z.strictObject({
            chipFamily: z.string(),
            parts: z.array(z.strictObject({ path: z.string(), offset: z.number().describe("Flash offset in bytes.") })),
          }),
        ),
      })
      .describe("Manifest for ESP Web Tools."),
  })
  .meta({ id: "Firmware" })
export type FirmwareEntry = z.output<typeof firmwareEntry>

/** A firmware image and whether its release is a pre-release. */
export interface Firmware {
  readonly entry: FirmwareEntry
  readonly prerelease: boolean
}

export interface EntryOptions {
  /** Name of the firmware in manifests. */
  readonly name: string
  /** Name pattern of the assets; "*" matches any characters. Default: every .bin. */
  readonly assetPattern?: string | undefined
}

/** A release of GitHub's API, only the fields that are used: changes to the others must not matter. */
const release = z.object({
  tag_name: z.string().nullish(),
  draft: z.boolean().nullish(),
  prerelease: z.boolean().nullish(),
  published_at: z.string().nullish().catch(null),
  assets: z.array(z.unknown()),
})

const asset = z.object({
  name: z
    .string()
    .max(255)
    .regex(/\.bin$/i),
  browser_download_url: z.url({ protocol: /^https?$/ }),
  size: z.number().int().nonnegative(),
  /** Any other state is an incomplete upload. */
  state: z.literal("uploaded").nullish(),
})

/**
 * The .bin files of all releases except drafts, in GitHub's order. `listed`: GitHub's list of releases; malformed entries are
 * skipped. Undefined when the input is not a list of releases.
 */
export function firmwareOf(listed: unknown, options: EntryOptions): readonly Firmware[] | undefined {
  if (!Array.isArray(listed)) return undefined
  const releases = listed.flatMap((each) => release.safeParse(each).data ?? [])
  if (releases.length === 0 && listed.length > 0) return undefined
  const wanted = pattern(options.assetPattern ?? "*")
  return releases
    .filter(({ draft }) => draft !== true)
    .flatMap((each) =>
      each.assets
        .flatMap((raw) => asset.safeParse(raw).data ?? [])
        .filter(({ name }) => wanted.test(name))
        .map((image) => ({ entry: entryOf(each, image, options.name), prerelease: each.prerelease === true })),
    )
}

function entryOf(
  { tag_name, published_at }: z.output<typeof release>,
  image: z.output<typeof asset>,
  name: string,
): FirmwareEntry {
  const tag = tag_name ?? ""
  const version = tag.replace(/^v+(?=\d)/i, "") || "unknown"
  const chipFamily = chipFamilyOf(image.name)
  return {
    version,
    tag,
    published_at: utc(published_at),
    download_url: image.browser_download_url,
    size_bytes: image.size,
    chip_family: chipFamily,
    asset_name: image.name,
    manifest: { name, version, builds: [{ chipFamily, parts: [{ path: image.browser_download_url, offset: 0 }] }] },
  }
}

/** The chip family of an image, derived from its file name. Default: ESP32-C3. */
export function chipFamilyOf(name: string): string {
  const chip =
    /esp32[-_ ]?([chps]\d)(?!\d)/i.exec(name)?.[1] ?? /(?<![a-z0-9])(s3|s2|c6|c3)(?![a-z0-9])/i.exec(name)?.[1]
  if (chip !== undefined) return `ESP32-${chip.toUpperCase()}`
  return /esp32|wroom32/i.test(name) ? "ESP32" : "ESP32-C3"
}

function pattern(wanted: string): RegExp {
  return new RegExp(`^${wanted.replace(/[\\^$.+?()[\]{}|]/g, "\\$&").replace(/\*+/g, ".*")}$`, "i")
}

function utc(written: string | null | undefined): string | null {
  const time = Date.parse(written ?? "")
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace(/\.\d+Z$/, "Z")
}
