/** A promise and what resolves it: for a handler that waits until the test lets it go. */
export interface Gate<T = void> {
  readonly opened: Promise<T>
  open(value: T): void
}

export function gate<T = void>(): Gate<T> {
  let open: (value: T) => void = () => {}
  const promise = new Promise<T>((resolve) => {
    open = resolve
  })
  return { opened: promise, open: (value) => open(value) }
}
