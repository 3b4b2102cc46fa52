import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { Fault } from "./api.js"
import { every } from "./browser.js"

export interface Loaded<T> {
  readonly data: T | undefined
  readonly fault: Fault | undefined
  readonly isBusy: boolean
  /** Loads it again; what is there stays until then. */
  readonly again: () => void
}

/** What a promise resolves to, loaded anew when `of` changes. */
export function useLoad<T>(load: () => Promise<T>, of: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, "again">>({ data: undefined, fault: undefined, isBusy: true })
  const turn = useRef(0)
  const again = useCallback(() => {
    const own = ++turn.current
    setState((before) => ({ ...before, isBusy: true }))
    load().then(
      (data) => own === turn.current && setState({ data, fault: undefined, isBusy: false }),
      (error: unknown) =>
        own === turn.current && setState((before) => ({ ...before, fault: faultOf(error), isBusy: false })),
    )
  }, of)
  useEffect(() => {
    setState({ data: undefined, fault: undefined, isBusy: true })
    again()
    return () => {
      turn.current++
    }
  }, [again])
  return { ...state, again }
}

/** Work that a button begins: whether it runs, and how it failed. */
export function useWork(): {
  readonly isBusy: boolean
  readonly fault: Fault | undefined
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
} {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setFault(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setFault(faultOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, fault, run }
}

export function faultOf(error: unknown): Fault {
  return error instanceof Fault ? error : new Fault(0, { message: String(error) })
}

/** Runs some work again and again while a view is shown and can be seen. */
export function useEvery(milliseconds: number, work: () => void): void {
  const latest = useRef(work)
  latest.current = work
  useEffect(
    () =>
      every(() => {
        if (document.visibilityState === "visible") latest.current()
      }, milliseconds),
    [milliseconds],
  )
}
