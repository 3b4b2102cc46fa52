import { readFileSync } from "node:fs"

/** The bytes of a feed in the shape of a real publisher's. */
export function feedFile(name: string): Uint8Array {
  return readFileSync(new URL(`../../../../../test/world/feeds/${name}`, import.meta.url))
}

/** RSS 2.0 with these items, each as it stands. */
export function rssOf(
  items: readonly string[],
  head = "<title>Made</title><link>https://made.example/</link>",
): string {
  return `<rss version="2.0"><channel>${head}${items.map((item) => `<item>${item}</item>`).join("")}</channel></rss>`
}
