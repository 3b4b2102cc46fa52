import { h } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { JSX } from "preact"
import { Fault } from "./api.js"
import { Busy, FaultNote } from "./parts.js"

/** A view whose script is loaded when it is first shown. */
export function lazy<P extends object>(load: () => Promise<(props: P) => JSX.Element>): (props: P) => JSX.Element {
  let loaded: ((props: P) => JSX.Element) | undefined
  return (props) => {
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
    if (failed) return FaultNote({ fault: new Fault(0, {}) })
    return loaded ? h(loaded, props) : Busy({})
  }
}
