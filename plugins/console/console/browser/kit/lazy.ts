import { h } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { JSX } from "preact"
import { call, Fault } from "./api.js"
import { t } from "./language.js"
import { useWork } from "./load.js"
import { Busy, Button, FaultNote } from "./parts.js"

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
    if (failed) return h(Gone, {})
    return loaded ? h(loaded, props) : Busy({})
  }
}

/** In place of a view whose script could not be loaded. The page is loaded anew once the server answers. */
function Gone(): JSX.Element {
  const work = useWork()
  const again = (): void => void work.run(() => call("GET", "api/health")).then((isBack) => isBack && location.reload())
  return h("div", {}, [
    h(FaultNote, { fault: work.fault ?? new Fault(0, {}) }),
    h(Button, { onClick: again, isBusy: work.isBusy, children: t("again") }),
  ])
}
