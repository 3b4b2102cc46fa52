/** A queue that runs one piece of work after the other, also after one that fails. Each call resolves or rejects as its own work does. */
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
