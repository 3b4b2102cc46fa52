/** Runs pieces of work one after the other, whatever becomes of each; whoever asks for one is told of its result or its error. */
export function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => {
      /* whoever asked for it is told */
    })
    return mine
  }
}
