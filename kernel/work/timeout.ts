/** What `work` comes to, or `tooLate` thrown after so many milliseconds; the work goes on. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, tooLate: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), milliseconds)
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}
