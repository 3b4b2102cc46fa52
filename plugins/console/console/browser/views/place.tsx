import { useEffect, useId, useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { later } from "../kit/browser.js"
import { faultWords, language, t } from "../kit/language.js"
import { faultOf } from "../kit/load.js"
import { Field } from "../kit/parts.js"

export interface Place {
  readonly city: string
  readonly latitude?: number
  readonly longitude?: number
}

interface Found {
  readonly name: string
  readonly admin1: string
  readonly country: string
  readonly latitude: number
  readonly longitude: number
}

interface Props {
  readonly label: string
  readonly help?: string | undefined
  readonly value: string
  readonly fault?: string | undefined
  readonly onChoose: (place: Place) => void
}

const PAUSE_MS = 300

/** A place by search: what is typed is looked for, and one of the places is chosen. */
export function PlaceField({ label, help, value, fault, onChoose }: Props): JSX.Element {
  const [words, setWords] = useState(value)
  const [found, setFound] = useState<readonly Found[]>([])
  const [said, setSaid] = useState("")
  const list = useId()
  useEffect(() => setWords(value), [value])
  useEffect(() => {
    setSaid("")
    if (words.trim().length < 2 || words === value) return setFound([])
    let isLatest = true
    const stop = later(() => {
      search(words).then(
        (places) => {
          if (!isLatest) return
          setFound(places)
          setSaid(places.length === 0 ? t("place.none") : "")
        },
        (error: unknown) => {
          if (!isLatest) return
          setFound([])
          setSaid(faultWords(faultOf(error)) || t("fault.network"))
        },
      )
    }, PAUSE_MS)
    return () => {
      isLatest = false
      stop()
    }
  }, [words, value])
  const choose = (place: Place): void => {
    setFound([])
    setWords(place.city)
    onChoose(place)
  }
  return (
    <div>
      <Field label={label} help={help ?? t("place.help")} fault={fault ?? (said || undefined)}>
        {(input) => (
          <input
            {...input}
            type="search"
            autocomplete="off"
            maxLength={40}
            aria-controls={list}
            value={words}
            onKeyDown={(event) => {
              // Enter chooses the first place: it must not send the form with a place that nobody chose.
              if (event.key !== "Enter" || words === value) return
              event.preventDefault()
              const [first] = found
              if (first) choose({ city: first.name.slice(0, 40), latitude: first.latitude, longitude: first.longitude })
            }}
            onInput={(event) => setWords(event.currentTarget.value)}
            onChange={(event) => {
              // Left empty: the place is taken away.
              if (event.currentTarget.value.trim() === "" && value !== "") choose({ city: "" })
            }}
          />
        )}
      </Field>
      <ul class="choices" id={list} aria-live="polite">
        {found.map((place) => (
          <li key={`${place.latitude} ${place.longitude}`}>
            <button
              type="button"
              class="button quiet"
              onClick={() =>
                choose({ city: place.name.slice(0, 40), latitude: place.latitude, longitude: place.longitude })
              }
            >
              {[place.name, place.admin1, place.country].filter(Boolean).join(", ")}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

async function search(words: string): Promise<readonly Found[]> {
  const query = new URLSearchParams({ q: words.trim(), limit: "6", locale: language.value })
  return (await call<{ items: readonly Found[] }>("GET", `api/locations/search?${query}`)).items
}
