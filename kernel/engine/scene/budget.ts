import { Invalid } from "platen/sdk"

/** Maximum number of paragraphs set during the layout of a page, including attempts at other sizes; built-in pages set a few dozen. */
export const MAX_PARAGRAPHS = 6_000
/** Milliseconds of the layout of a page in the server's own process; the slowest one takes a tenth of it. */
const MAX_MS = 2_000
/** Milliseconds that count of one paragraph: where a machine stands still, no page is to blame. */
const MAX_STEP_MS = 500

/** Bound on the cost of a layout: of one page after another, since trees that are kept for later pages hold it. */
export class PageBudget {
  paragraphs = MAX_PARAGRAPHS
  readonly #ticks: () => number
  #spent = 0
  #last = 0

  /** `ticks`: monotonic milliseconds. Default: the time is bounded otherwise. */
  constructor(ticks: () => number = () => 0) {
    this.#ticks = ticks
  }

  /** Begins a page. */
  begin(): this {
    this.paragraphs = MAX_PARAGRAPHS
    this.#spent = 0
    this.#last = this.#ticks()
    return this
  }

  /** Whether the time is over. Asked before each paragraph. */
  isOver(): boolean {
    const now = this.#ticks()
    this.#spent += Math.min(now - this.#last, MAX_STEP_MS)
    this.#last = now
    return this.#spent > MAX_MS
  }
}

/** Counts one paragraph. Throws Invalid when the budget is exceeded. */
export function spendParagraph(budget: PageBudget | undefined): void {
  if (!budget) return
  if (--budget.paragraphs < 0)
    throw new Invalid(
      `The page sets more than ${MAX_PARAGRAPHS} paragraphs until all of them fit: show fewer texts that shrink, and nest fewer boxes.`,
      { code: "budget-paragraphs" },
    )
  if (budget.isOver())
    throw new Invalid(`The page takes more than ${MAX_MS / 1000} seconds to draw: show shorter texts.`, {
      code: "budget-time",
    })
}
