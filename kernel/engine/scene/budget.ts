import { Invalid } from "platen/sdk"

/** Maximum number of paragraphs set during the layout of a page, including attempts at other sizes; built-in pages set a few dozen. */
export const MAX_PARAGRAPHS = 6_000
/** Milliseconds of the layout of a page in the server's own process; the slowest one takes a tenth of it. */
const MAX_MS = 2_000

/** Bound on the cost of a layout. */
export interface Budget {
  paragraphs: number
  /** Whether the time is up; undefined: the time is bounded otherwise. */
  readonly isOver?: () => boolean
}

export function budgetOf(): Budget {
  return { paragraphs: MAX_PARAGRAPHS }
}

/** The budget of one page after another: trees that are kept for later pages hold it. */
export class PageBudget implements Budget {
  paragraphs = MAX_PARAGRAPHS
  readonly #ticks: () => number
  #end = Infinity

  /** `ticks`: monotonic milliseconds. */
  constructor(ticks: () => number) {
    this.#ticks = ticks
  }

  /** Begins a page. */
  begin(): this {
    this.paragraphs = MAX_PARAGRAPHS
    this.#end = this.#ticks() + MAX_MS
    return this
  }

  isOver(): boolean {
    return this.#ticks() > this.#end
  }
}

/** Counts one paragraph. Throws Invalid when the budget is exceeded. */
export function spendParagraph(budget: Budget | undefined): void {
  if (!budget) return
  if (--budget.paragraphs < 0)
    throw new Invalid(
      `The page sets more than ${MAX_PARAGRAPHS} paragraphs until all of them fit: show fewer texts that shrink, and nest fewer boxes.`,
      { code: "budget-paragraphs" },
    )
  if (budget.isOver?.())
    throw new Invalid(`The page takes more than ${MAX_MS / 1000} seconds to draw: show shorter texts.`, {
      code: "budget-time",
    })
}
