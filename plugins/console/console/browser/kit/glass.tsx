import { useState } from "preact/hooks"
import type { JSX } from "preact"
import type { Size } from "./screens.js"

interface Props {
  readonly size: Size
  /** Undefined: nothing was shown yet. */
  readonly src: string | undefined
  readonly alt: string
  /** The words in place of a picture. */
  readonly empty: string
  readonly isSmall?: boolean
}

/** A panel in its frame, in its shape, with its very pixels. */
export function Glass({ size, src, alt, empty, isSmall = false }: Props): JSX.Element {
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
          alt={alt}
          width={size.width}
          height={size.height}
          class={size.rotation ? `turned turned-${size.rotation}` : ""}
          loading="lazy"
          onError={() => setFailed(src)}
        />
      ) : (
        <span class="glass-empty">{empty}</span>
      )}
    </span>
  )
}
