import { z } from "platen/sdk"

const MAX_URL = 2_000

const url = z.string().trim().max(MAX_URL, `must have at most ${MAX_URL} characters`)

/** The question to the source "feed". */
export const parameters = z
  .strictObject({
    urls: z
      .array(url)
      .min(1)
      .max(8)
      .describe("Addresses of RSS, Atom or JSON feeds; those that begin with / are paths of the connection."),
    connection: z.string().max(40).default("").describe("A connection that the operator has granted."),
    items: z.number().int().min(1).max(30).default(10).describe("Items of all feeds together."),
  })
  .superRefine(({ urls, connection }, context) => {
    for (const [i, given] of urls.entries())
      if (!isPath(given) && addressOf(given) === undefined)
        context.addIssue({
          code: "custom",
          path: ["urls", i],
          message: "must be a URL that begins with https://, http:// or feed:, without a user name or a password",
        })
      else if (isPath(given) && connection === "")
        context.addIssue({ code: "custom", path: ["urls", i], message: "is a path: name the connection that it is of" })
  })

/** The answer of the source "feed". */
export const result = z.strictObject({
  feeds: z
    .array(
      z.strictObject({
        title: z.string().max(200).describe("As the feed has it, else its host."),
        ok: z.boolean().describe("False: it could not be read this time, and none of its items are there."),
      }),
    )
    .describe("In the order in which they were asked for."),
  items: z
    .array(
      z.strictObject({
        title: z.string().max(300).describe("Plain text. Of an item without a title: how its text begins."),
        summary: z.string().max(600).describe('Plain text; "" where there is none.'),
        author: z.string().max(200).describe('"" where there is none.'),
        source: z.string().max(200).describe("Title of its feed."),
        at: z
          .number()
          .int()
          .nullable()
          .describe("When it was published, milliseconds since 1970 in UTC, never in the future; null without a date."),
        link: z.string().max(2_000).describe('Address of the page; "" where there is none.'),
      }),
    )
    .max(30)
    .describe(
      "Newest first; those without a date come last, one of each feed in turn. The same link or title occurs once.",
    ),
})

export type Answer = z.output<typeof result>

/** Whether what stands for an address is a path of a connection. */
export function isPath(given: string): boolean {
  return given.startsWith("/") && !given.startsWith("//")
}

/** The address of a feed, "feed:" read as https. Undefined for one that is not fetched. */
export function addressOf(given: string): URL | undefined {
  if (/^feed:(?!https?:)[a-z]{1,20}:/i.test(given)) return undefined
  const address = given.replace(/^feed:(?:\/\/)?(https?:)?/i, (_, scheme?: string) => scheme ?? "https://")
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url : undefined
}
