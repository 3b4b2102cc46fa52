import { column, definePlugin, LOAD, text, z } from "platen/sdk"
import type { Mode, Scene } from "platen/sdk"
import type { Stage } from "platen/testing"

/** A page without words that is one ink from edge to edge: known by any pixel. */
export function plain(ink: "black" | "white"): Scene {
  return { language: "en", frame: "bare", body: column({ fill: ink, grow: 1 }) }
}

/** A mode of which only what a test is about is said. It is a page of words that came from its content. */
export function modeOf(id: string, parts: Partial<Mode> = {}): Mode {
  return {
    id,
    title: { en: id },
    data: z.object({ words: z.string() }),
    content: () => Promise.resolve({ data: { words: "fresh" } }),
    fallback: () => ({ words: "stand-in" }),
    view: (data, { language }) => ({ language, body: text((data as { words: string }).words, { role: "title" }) }),
    ...parts,
  }
}

/** Adds modes to a stage that runs. */
export async function load(stage: Stage, ...modes: readonly Mode[]): Promise<void> {
  for (const mode of modes)
    await stage.app.get(LOAD)(
      definePlugin({ id: `test-${mode.id.toLowerCase().replaceAll("_", "-")}`, setup: () => ({ modes: [mode] }) }),
    )
}
