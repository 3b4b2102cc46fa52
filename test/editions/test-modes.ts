import { definePlugin, LOAD, z } from "platen/sdk"
import { column, text, MODES } from "platen/sdk/mode"
import type { Mode, Scene } from "platen/sdk/mode"
import type { Stage } from "platen/testing"
import { alertPage } from "../../plugins/devices/alerts/page.js"
import { pushedPicture } from "../../plugins/devices/devices/choosers.js"
import { bindingPage, confirmPage, pairingPage } from "../../plugins/devices/pairing/code-on-screen.js"

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
      definePlugin({ id: `test-${mode.id.toLowerCase().replaceAll("_", "-")}`, setup: () => [MODES.of(mode)] }),
    )
}

/** Every installed mode, and every page that nobody chooses. */
export function everyMode({ app }: Stage): readonly Mode[] {
  const modes = app.get(MODES)
  return [...modes.list(), alertPage, pushedPicture, pairingPage, confirmPage, bindingPage].map(({ id }) =>
    modes.page(id)!,
  )
}
