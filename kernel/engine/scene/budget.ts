import { Invalid } from "platen/sdk"

/** Texts that are set while a page is laid out, tries at other sizes included: our own pages set a few dozen. */
export const MAX_PARAGRAPHS = 6_000

/** What laying out a page may cost. */
export interface Budget {
  paragraphs: number
}

export function budgetOf(): Budget {
  return { paragraphs: MAX_PARAGRAPHS }
}

/** Counts a text that is set. Throws Invalid when there were too many. */
export function spendParagraph(budget: Budget | undefined): void {
  if (budget && --budget.paragraphs < 0) {
    throw new Invalid(
      `The page sets more than ${MAX_PARAGRAPHS} paragraphs until all of them fit: show fewer texts that shrink, and put fewer boxes into one another.`,
      { code: "budget-paragraphs" },
    )
  }
}
