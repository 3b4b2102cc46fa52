import { deviceKey } from "platen/sdk/device"
import { lruSet, ownerOf } from "platen/sdk/kit"
import { text } from "platen/sdk/mode"
import type { Clock } from "platen/sdk"
import type { Checkup, Finding } from "platen/sdk/doctor"
import type { Rasterizer } from "platen/sdk/drawing"
import type { DrawRequest } from "platen/sdk/mode"

/** What was found about the page of a screen, when it was shown, and to whom the screen belonged: the words are theirs. */
interface Shown {
  readonly found: readonly string[]
  readonly at: number
  readonly owner: string | undefined
}

interface Needs {
  readonly rasterizer: Pick<Rasterizer, "lint">
  readonly clock: Pick<Clock, "now">
}

/** Characters that the built-in fonts may lack, or set without rules. All others cost a page nothing but this test. */
const RARE =
  /[\u0700-\u0dff\u0e80-\u10ff\u1700-\u1cff\ua800-\uabff\ue000-\uf8ff\u{10000}-\u{1efff}\u{1fb00}-\u{10ffff}]/u
const MOST_WORDS = 20
/** UTF-16 units of a word that are looked at: scripts without spaces have long ones. */
const MOST_UNITS = 60
/** Sentences in one finding. */
const MOST_SAID = 3
/** Pages and screens that are remembered. */
const MOST = 500
/** Room for all the words that are looked at. */
const SHEET = { width: 800, height: 480, px: 12 } as const

/** Which screens show pages whose text lacks a font, in memory. */
export class UnsetScripts {
  readonly #needs: Needs
  /** Sentences of the lint about a page, by its key. */
  readonly #pages = new Map<string, readonly string[]>()
  /** By device. */
  readonly #screens = new Map<string, Shown>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Looks at what a page says that was drawn. Its rare words are set apart from it: that takes no layout of what a person wrote. */
  drawn(key: string, said: string, { language, palette }: DrawRequest): void {
    const { rasterizer } = this.#needs
    if (!RARE.test(said)) return
    const rare = new Set(said.split(/\s+/).filter((word) => RARE.test(word)))
    const words = [...rare]
      .slice(0, MOST_WORDS)
      .map((word) => word.slice(0, MOST_UNITS).replace(/[\ud800-\udbff]$/, ""))
    const found = rasterizer
      .lint(text(words.join(" "), { px: SHEET.px }), { width: SHEET.width, height: SHEET.height, language, palette })
      .filter(({ rule }) => rule === "no-shaping-font" || rule === "missing-glyph")
    const sentences = found.map(({ message }) => message)
    if (sentences.length > 0) lruSet(this.#pages, key, sentences, MOST)
  }

  /** A screen is shown a page that was drawn. */
  shown(key: string, { realm = "", mac = "", user: owner }: DrawRequest): void {
    const found = this.#pages.get(key)
    const device = deviceKey(realm, mac)
    if (mac && found) lruSet(this.#screens, device, { found, at: this.#needs.clock.now(), owner }, MOST)
    else this.#screens.delete(device)
  }

  /** Tells people whose page lacked a font; who has the screen after them is told nothing of it. */
  readonly checkup: Checkup = {
    id: "pages/scripts",
    ofDevice: ({ realm, mac }, device) => {
      const shown = this.#screens.get(deviceKey(realm, mac))
      return shown && shown.owner === ownerOf(device)?.user ? [findingOf(shown)] : []
    },
  }
}

function findingOf({ found, at }: Shown): Finding {
  const more = found.length > MOST_SAID ? ` ${found.length - MOST_SAID} more are as these.` : ""
  return {
    cause: "script-without-font",
    level: "warning",
    seen: `${found.slice(0, MOST_SAID).join(" ")}${more}`,
    means: "Letters stand apart with their marks beside them, and a question mark stands for what no font has.",
    todo: "Ask the operator to install the package platen-fonts-world, which has fonts of more scripts and rare Han, or another plugin of fonts.",
    at,
  }
}
