import { Invalid } from "platen/sdk"

/** Maximum number of paragraphs set during the layout of a page, including attempts at other sizes; built-in pages set a few dozen. */
export const MAX_PARAGRAPHS = 6_000

/** Bound on the cost of a layout. */
export interface Budget {
  paragraphs: number
}

export function budgetOf(): Budget {
  return { paragraphs: MAX_PARAGRAPHS }
}

/** Counts one paragraph. Throws Invalid when the budget is exceeded. */
export function spendParagraph(budget: Budget | undefined): void {
  if (budget && --budget.paragraphs < 0) {
    throw new Invalid(
      `The page sets more than ${MAX_PARAGRAPHS} paragraphs until all of them fit: show fewer texts that shrink, and nest fewer boxes.`,
      { code: "budget-paragraphs" },
    )
  }
}
