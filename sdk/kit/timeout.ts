/** Resolves as `work` does. Rejects with `tooLate()` after so many milliseconds; the work itself goes on. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, tooLate: () => Error): Promise<T> {
  let timer: unknown
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), milliseconds)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}
