import { h } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { JSX } from "preact"
import { Fault } from "./api.js"
import { Busy, FaultNote } from "./parts.js"

/** A view whose script is loaded when it is first shown. */
export function lazy(load: () => Promise<() => JSX.Element>): () => JSX.Element {
  let loaded: (() => JSX.Element) | undefined
  return () => {
    const [failed, setFailed] = useState(false)
    const [, setReady] = useState(loaded !== undefined)
    useEffect(() => {
      if (loaded) return
      load().then(
        (view) => {
          loaded = view
          setReady(true)
        },
        () => setFailed(true),
      )
    }, [])
    if (failed) return h(FaultNote, { fault: new Fault(0, {}) })
    return h(loaded ?? (() => Busy({})), {})
  }
}
