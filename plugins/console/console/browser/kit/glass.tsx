import { useEffect, useState } from "preact/hooks"
import type { JSX } from "preact"
import { textOf } from "./api.js"
import { later } from "./browser.js"
import type { Size } from "./screens.js"

interface Props {
  readonly size: Size
  /** Undefined: nothing was shown yet. */
  readonly src: string | undefined
  /** Of which page it is a picture. */
  readonly alt: string
  /** What the page says, where it is known; else `onSeen` may ask for it. */
  readonly text?: string | undefined
  /** Called when the picture is there. */
  readonly onSeen?: () => void
  /** The words in place of a picture. */
  readonly empty: string
  readonly isSmall?: boolean
}

/** The name of a picture, with what its page says. */
export function withText(name: string, text: string): string {
  return [name, ...text.split("\n")].filter((line) => line.trim() !== "").join("; ")
}

/** A panel in its frame, in its shape, with its very pixels. */
export function Glass({ size, src, alt, text = "", onSeen, empty, isSmall = false }: Props): JSX.Element {
  const [failed, setFailed] = useState<string | undefined>(undefined)
  const isThere = src !== undefined && failed !== src
  // Pages of panels that hang turned are turned back.
  const turned = size.rotation % 180 !== 0
  const [width, height] = turned ? [size.height, size.width] : [size.width, size.height]
  return (
    <span
      class={isSmall ? "glass small" : "glass"}
      style={{ "--ratio": `${width} / ${height}`, "--wide": width / height }}
    >
      {isThere ? (
        <img
          src={src}
          alt={withText(alt, text)}
          width={size.width}
          height={size.height}
          class={size.rotation ? `turned turned-${size.rotation}` : ""}
          loading="lazy"
          onLoad={onSeen}
          onError={() => setFailed(src)}
        />
      ) : (
        <span class="glass-empty">{empty}</span>
      )}
    </span>
  )
}

/** Milliseconds that a picture stands before its words are asked for: while somebody types, the next one follows. */
const REST_MS = 1_000

/** A page that the server draws for it, with its words once its picture is there. `from`: its address, where `src` is another. */
export function PreviewGlass({
  from,
  ...props
}: Omit<Props, "text" | "onSeen"> & { readonly from?: string | undefined }): JSX.Element {
  const address = from ?? props.src
  const [seen, setSeen] = useState<string | undefined>(undefined)
  const [said, setSaid] = useState({ address: "", text: "" })
  useEffect(() => {
    if (address === undefined || seen !== address) return
    const stop = new AbortController()
    const cancel = later(() => {
      textOf(address, stop.signal).then(
        (text) => setSaid({ address, text }),
        () => {
          /* The picture has its name. */
        },
      )
    }, REST_MS)
    return () => {
      cancel()
      stop.abort()
    }
  }, [address, seen])
  return <Glass {...props} text={said.address === address ? said.text : ""} onSeen={() => setSeen(address)} />
}
