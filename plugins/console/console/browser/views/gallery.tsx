import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { t } from "../kit/language.js"
import { PreviewGlass } from "../kit/glass.js"
import { Dialog, Field } from "../kit/parts.js"
import { previewOf } from "../kit/screens.js"
import type { Mode } from "../kit/screens.js"
import type { Shared } from "./screen.js"

/** All modes, each drawn on this very panel. */
export function Gallery({
  shared,
  onClose,
  onAdd,
}: {
  readonly shared: Shared
  readonly onClose: () => void
  readonly onAdd: (mode: string) => void
}): JSX.Element {
  const { mac, size, modes } = shared
  const [words, setWords] = useState("")
  const wanted = words.trim().toLowerCase()
  const has = (text: string): boolean => text.toLowerCase().includes(wanted)
  const isNamed = ({ display_name: name, mode_id: id }: Mode): boolean => has(`${name} ${id}`)
  const found = [...modes.filter(isNamed), ...modes.filter((mode) => !isNamed(mode) && has(mode.description))]
  return (
    <Dialog title={t("gallery.title")} onClose={onClose}>
      <Field label={t("gallery.search")}>
        {(input) => (
          <input
            {...input}
            type="search"
            autofocus
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        )}
      </Field>
      <p role="status" class="help">
        {t("gallery.found", { count: found.length })}
      </p>
      <ul class="gallery">
        {found.map(({ mode_id: id, display_name: name, description }) => (
          <li key={id}>
            <button type="button" class="tile" onClick={() => onAdd(id)}>
              <PreviewGlass isSmall size={size} src={previewOf(mac, size, { persona: id })} alt="" empty={name} />
              <strong>{name}</strong>
              <small>{description}</small>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
