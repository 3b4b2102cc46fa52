import type { Painter } from "platen/sdk/drawing"
import type { SceneNode } from "platen/sdk/mode"

type Call = { readonly fill: Parameters<Painter["fill"]> } | { readonly write: Parameters<Painter["write"]> }

interface Recording {
  /** What the drawing depends on besides the node. */
  readonly box: string
  readonly calls: readonly Call[]
}

/** A drawing of more calls is not kept. */
const MAX_CALLS = 2_000

/**
 * Drawings of plugins' nodes. A node that stands unchanged from page to page, as the same object in a reused layout
 * tree, is drawn by its plugin twice; from then on its drawing is repeated. They end with their nodes.
 */
export class Recordings {
  readonly #known = new WeakMap<SceneNode, Recording | "drawn once" | "too long">()

  /** Draws a node with `paint`, or repeats what `paint` drew. */
  paint(node: SceneNode, painter: Painter, paint: (painter: Painter) => void): void {
    const known = this.#known.get(node)
    const box = boxOf(painter)
    if (typeof known === "object" && known.box === box) return repeat(known, painter)
    if (known === undefined || known === "too long") {
      if (!known) this.#known.set(node, "drawn once")
      return paint(painter)
    }
    const calls: Call[] = []
    paint(recorder(painter, calls))
    this.#known.set(node, calls.length > MAX_CALLS ? "too long" : { box, calls })
  }
}

function boxOf({ width, height, unit, language, ink, boxInk }: Painter): string {
  return `${width}x${height} ${unit} ${language} ${ink} ${boxInk}`
}

function repeat({ calls }: Recording, painter: Painter): void {
  for (const call of calls) {
    if ("fill" in call) painter.fill(...call.fill)
    else painter.write(...call.write)
  }
}

function recorder(painter: Painter, calls: Call[]): Painter {
  const keep = (call: Call): void => {
    if (calls.length <= MAX_CALLS) calls.push(call)
  }
  return {
    ...painter,
    fill: (...fill) => {
      keep({ fill })
      painter.fill(...fill)
    },
    write: (...write) => {
      keep({ write })
      painter.write(...write)
    },
  }
}
