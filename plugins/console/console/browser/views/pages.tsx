import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { t } from "../kit/language.js"
import { useLoad, useWork } from "../kit/load.js"
import { Button, Busy, FaultNote, Warnings } from "../kit/parts.js"
import { DayStrip } from "./day-strip.js"
import { EntryDialog } from "./entry-dialog.js"
import { Gallery } from "./gallery.js"
import { PageDefaults } from "./page-defaults.js"
import { saveFirstSettings, titleOf } from "../kit/screens.js"
import type { Shared } from "./screen.js"

/** An entry of a playlist, as the server has it. */
export interface PlaylistEntry {
  readonly mode: string
  readonly minutes?: number
  readonly from?: string
  readonly to?: string
  readonly weekdays?: readonly number[]
  readonly weight?: number
  readonly whenEmpty?: "show" | "skip"
  readonly settings?: Readonly<Record<string, unknown>>
}

export interface Playlist {
  readonly playlist: readonly PlaylistEntry[]
  readonly strategy: string
  readonly quiet: { readonly from: string; readonly to: string } | null
  readonly pausedUntil: string | null
  readonly warnings?: readonly string[]
}

/** The pages of a screen: which, in what order, when, and with what settings. */
export function Pages(shared: Shared): JSX.Element {
  const { mac, modes, again: reload } = shared
  const path = `api/device/${mac}/playlist`
  const { data, fault, again } = useLoad(() => call<Playlist>("GET", path), [mac])
  const work = useWork()
  const [opened, setOpened] = useState<number | undefined>(undefined)
  const [isAdding, setAdding] = useState(false)
  const [draft, setDraft] = useState<PlaylistEntry | undefined>(undefined)
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const [moved, setMoved] = useState("")
  const save = (change: Partial<Playlist>): Promise<boolean> =>
    work
      .run(async () => {
        if (shared.config === undefined) await saveFirstSettings(mac)
        setWarnings((await call<Playlist>("PUT", path, change)).warnings ?? [])
      })
      .then((done) => {
        again()
        reload()
        return done
      })
  const move = (from: number, to: number): void => {
    const entries = [...data!.playlist]
    const [entry] = entries.splice(from, 1)
    entries.splice(to, 0, entry!)
    setMoved(t("pages.moved", { page: titleOf(modes, entry!.mode), place: to + 1, count: entries.length }))
    void save({ playlist: entries })
  }
  if (!data) return fault ? <FaultNote fault={fault} /> : <Busy />
  const entries = data.playlist
  return (
    <>
      <div class="title-row">
        <h2>{t("pages.title")}</h2>
        <Button kind="first" onClick={() => setAdding(true)}>
          {t("pages.add")}
        </Button>
      </div>
      <FaultNote fault={work.fault} />
      <Warnings sentences={warnings} />
      <p class="visually-hidden" role="status">
        {moved}
      </p>
      <DayStrip entries={entries} quiet={data.quiet} modes={modes} />
      {entries.length === 0 && <p>{t("pages.none")}</p>}
      <ol class="entries">
        {entries.map((entry, i) => (
          <Row
            key={keyOf(entries, i)}
            title={titleOf(modes, entry.mode)}
            entry={entry}
            isBusy={work.isBusy}
            isFirst={i === 0}
            isLast={i === entries.length - 1}
            onOpen={() => setOpened(i)}
            onMove={(by) => move(i, i + by)}
            onDrop={(from) => from !== i && move(from, i)}
            at={i}
            {...(entries.length > 1 && { onRemove: () => void save({ playlist: entries.filter((_, k) => k !== i) }) })}
          />
        ))}
      </ol>
      <PageDefaults shared={shared} playlist={data} onSave={save} />
      {isAdding && (
        <Gallery
          shared={shared}
          onClose={() => setAdding(false)}
          onAdd={(mode) => {
            setAdding(false)
            setDraft({ mode })
          }}
        />
      )}
      {draft && (
        <EntryDialog
          shared={shared}
          entry={draft}
          isOnly={!entries.some(({ mode }) => mode === draft.mode)}
          onClose={() => setDraft(undefined)}
          onSave={(changed) => save({ playlist: [...entries, changed] })}
        />
      )}
      {opened !== undefined && entries[opened] && (
        <EntryDialog
          shared={shared}
          entry={entries[opened]}
          isOnly={entries.filter(({ mode }) => mode === entries[opened]!.mode).length === 1}
          onClose={() => setOpened(undefined)}
          onSave={(changed) => save({ playlist: entries.map((entry, k) => (k === opened ? changed : entry)) })}
        />
      )}
    </>
  )
}

/** A key that an entry keeps when it is moved: its mode, and which of those it is. */
function keyOf(entries: readonly PlaylistEntry[], at: number): string {
  const { mode } = entries[at]!
  return `${mode} ${entries.slice(0, at).filter((each) => each.mode === mode).length}`
}

interface RowProps {
  readonly title: string
  readonly entry: PlaylistEntry
  readonly at: number
  readonly isBusy: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onOpen: () => void
  readonly onMove: (by: number) => void
  /** The entry that was dropped on this one. */
  readonly onDrop: (from: number) => void
  readonly onRemove?: () => void
}

function Row({ title, entry, at, isBusy, isFirst, isLast, onOpen, onMove, onDrop, onRemove }: RowProps): JSX.Element {
  return (
    <li
      class="entry"
      draggable={!isBusy}
      onDragStart={(event) => event.dataTransfer?.setData("text/x-entry", String(at))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const from = Number(event.dataTransfer?.getData("text/x-entry") || Number.NaN)
        if (Number.isInteger(from)) onDrop(from)
      }}
    >
      <span class="grip" aria-hidden="true">
        ⠿
      </span>
      <span class="entry-words">
        <strong>{title}</strong>
        <small>{ruleOf(entry)}</small>
      </span>
      <span class="buttons">
        <Button
          kind="quiet"
          isOff={isFirst || isBusy}
          onClick={() => onMove(-1)}
          label={t("pages.up", { page: title })}
        >
          ↑
        </Button>
        <Button
          kind="quiet"
          isOff={isLast || isBusy}
          onClick={() => onMove(1)}
          label={t("pages.down", { page: title })}
        >
          ↓
        </Button>
        <Button onClick={onOpen} label={t("pages.editOf", { page: title })}>
          {t("pages.edit")}
        </Button>
        {onRemove && (
          <Button kind="quiet" isOff={isBusy} onClick={onRemove} label={t("pages.removeOf", { page: title })}>
            {t("pages.remove")}
          </Button>
        )}
      </span>
    </li>
  )
}

/** When an entry is shown, in words. */
export function ruleOf({ from, to, weekdays, minutes, weight, whenEmpty }: PlaylistEntry): string {
  return [
    from && to ? t("rule.hours", { from, to }) : "",
    weekdays ? weekdays.map((day) => t(`weekday.${day as 1 | 2 | 3 | 4 | 5 | 6 | 7}`)).join(" ") : "",
    minutes ? t("rule.minutes", { minutes }) : "",
    weight && weight > 1 ? t("rule.weight", { weight }) : "",
    whenEmpty === "skip" ? t("rule.skip") : "",
  ]
    .filter(Boolean)
    .join(" · ")
}
