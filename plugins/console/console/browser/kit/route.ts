import { signal } from "@preact/signals"

/** The parts of the address behind "#/": ["screen", "AA:BB:CC:DD:EE:FF", "pages"]. */
export const route = signal<readonly string[]>(parts())

function parts(): readonly string[] {
  return location.hash
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "")
    .map((part) => decodeURIComponent(part))
}

/** The link to a view: to("screen", mac, "pages"). */
export function to(...names: readonly string[]): string {
  return `#/${names.map((name) => encodeURIComponent(name).replaceAll("%3A", ":")).join("/")}`
}

export function go(...names: readonly string[]): void {
  location.hash = to(...names)
}

addEventListener("hashchange", () => {
  route.value = parts()
  // A new view begins at its top, and readers are told its heading.
  scrollTo(0, 0)
})
