import type { Answer } from "../kernel/http/ask.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import type { Extended } from "./extended-stage.js"

/** A mode as data that compiles; `words`: what it shows. */
export function definition(id: string, words = "Hello from mine", more: object = {}): Record<string, unknown> {
  return {
    spec: 1,
    id,
    title: { en: `Title of ${id}`, zh: `${id}标题` },
    description: { en: "What it is." },
    icon: "feather",
    fields: { quote: { type: "text" } },
    settings: {
      size: {
        type: "select",
        label: { en: "Size", zh: "大小" },
        default: "s",
        options: [
          { value: "s", label: { en: "Small", zh: "小" } },
          { value: "l", label: { en: "Large" } },
        ],
      },
    },
    content: { pool: { en: [{ quote: words }] } },
    view: { type: "text", text: "{{ quote }}", role: "title" },
    ...more,
  }
}

/** A page that is one ink from edge to edge. */
export function plainPage(id: string, ink: "black" | "white"): Record<string, unknown> {
  return definition(id, "x", { frame: "bare", view: { type: "column", grow: 1, fill: ink, children: [] } })
}

/** The pixels of a BMP of one bit a pixel: its ink, if it is but one. */
export function inkOf({ body }: Answer): "black" | "white" | "both" {
  const rows = body.subarray(62)
  // 296 pixels are 37 bytes of each row of 40.
  const inked = [...rows].filter((_, i) => i % 40 < 37)
  return inked.every((byte) => byte === 0) ? "black" : inked.every((byte) => byte === 255) ? "white" : "both"
}

export interface StudioCalls {
  save(body: object, headers: Headers): Promise<Answer>
  preview(body: object, headers: Headers): Promise<Answer>
  read(id: string, headers: Headers, mac?: string): Promise<Answer>
  remove(id: string, headers: Headers, mac?: string): Promise<Answer>
  /** The ids in the list of modes. */
  ids(headers?: Headers, query?: string): Promise<readonly string[]>
}

export function studioCalls({ at, post }: Pick<Extended, "at" | "post">): StudioCalls {
  const asking = (mac?: string): string => (mac === undefined ? "" : `?mac=${mac}`)
  return {
    save: (body, headers) => post("/api/modes/custom", body, headers),
    preview: (body, headers) => post("/api/modes/custom/preview", body, headers),
    read: (id, headers, mac) => at(`/api/modes/custom/${id}${asking(mac)}`, { headers }),
    remove: (id, headers, mac) => at(`/api/modes/custom/${id}${asking(mac)}`, { method: "DELETE", headers }),
    ids: async (headers = {}, query = "") =>
      ((await at(`/api/modes?${query}`, { headers })).json() as { modes: { mode_id: string }[] }).modes.map(
        ({ mode_id: id }) => id,
      ),
  }
}

/** Has a device switched to a mode of its own that is gone before it comes. */
export async function switchToGone(
  extended: Pick<Extended, "at" | "post" | "admin">,
  { mac }: { readonly mac: string },
  id = "REMOVED",
): Promise<void> {
  const { admin, post } = extended
  const { save, remove } = studioCalls(extended)
  for (const answer of [
    await save({ ...definition(id), mac }, admin),
    await post(`/api/device/${mac}/switch`, { mode: id }, admin),
    await remove(id, admin, mac),
  ])
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text()}`)
}
