import { useEffect, useRef, useState } from "preact/hooks"
import type { JSX } from "preact"
import { later } from "../kit/browser.js"

/** Milliseconds after which a choice is saved: by keyboard each step changes it. */
const PAUSE_MS = 900

interface Props {
  readonly input: { readonly id: string; readonly "aria-describedby"?: string }
  readonly value: string
  readonly choices: readonly (readonly [value: string, name: string])[]
  readonly onSave: (value: string) => void
}

/** A choice that is saved by itself: a while after it was made, or when it is left. */
export function SavedSelect({ input, value, choices, onSave }: Props): JSX.Element {
  const [chosen, setChosen] = useState(value)
  const waits = useRef<(() => void) | undefined>(undefined)
  useEffect(() => setChosen(value), [value])
  useEffect(() => () => waits.current?.(), [])
  const save = (next: string): void => {
    waits.current?.()
    waits.current = undefined
    if (next !== value) onSave(next)
  }
  return (
    <select
      {...input}
      value={chosen}
      onChange={(event) => {
        const next = event.currentTarget.value
        setChosen(next)
        waits.current?.()
        waits.current = later(() => save(next), PAUSE_MS)
      }}
      onBlur={() => waits.current && save(chosen)}
    >
      {choices.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
