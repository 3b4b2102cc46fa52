import { useEffect, useState } from "preact/hooks"
import type { JSX } from "preact"
import { call, Fault, picture } from "../kit/api.js"
import type { Issue } from "../kit/api.js"
import { later } from "../kit/browser.js"
import { formContext, grantsOf, settingsOf } from "../kit/form-context.js"
import { faultWords, t } from "../kit/language.js"
import { useLoad, useWork } from "../kit/load.js"
import { PreviewGlass } from "../kit/glass.js"
import { Busy, Button, Dialog, FaultNote, Form, Warnings } from "../kit/parts.js"
import { previewOf, titleOf } from "../kit/screens.js"
import type { PlaylistEntry } from "./pages.js"
import { PlaceField } from "./place.js"
import type { Shared } from "./screen.js"
import { SettingsFields } from "./settings-form.js"
import type { Values } from "./settings-form.js"
import { WhenFields } from "./when-fields.js"

interface Props {
  readonly shared: Shared
  readonly entry: PlaylistEntry
  /** Whether its mode stands in no other entry: then its settings are those of the mode. */
  readonly isOnly: boolean
  readonly onClose: () => void
  readonly onSave: (entry: PlaylistEntry) => Promise<boolean>
}

/** An entry of the playlist: its settings, with the page redrawn while somebody types, and when it is shown. */
export function EntryDialog({ shared, entry, isOnly, onClose, onSave }: Props): JSX.Element {
  const { mac, modes, config, again } = shared
  const { data, fault } = useLoad(() => settingsOf(entry.mode, mac), [entry.mode])
  const { data: grants } = useLoad(grantsOf, [])
  const isOwn = !isOnly || entry.settings !== undefined
  const usual = config?.mode_overrides[entry.mode] ?? {}
  const [values, setValues] = useState<Values>(isOwn ? { ...usual, ...entry.settings } : usual)
  const [when, setWhen] = useState<PlaylistEntry>(entry)
  const [warnings, setWarnings] = useState<readonly string[]>([])
  const work = useWork()
  const save = (): void =>
    void work
      .run(async () => {
        if (!isOwn) setWarnings(await saved(mac, entry.mode, values))
        const done = await onSave({ ...when, mode: entry.mode, ...(isOwn && { settings: values }) })
        if (!done) throw new Fault(0, { message: t("entry-dialog.failed") })
      })
      .then((done) => {
        again()
        if (done) onClose()
      })
  const issues = issuesOf(work.fault)
  return (
    <Dialog title={titleOf(modes, entry.mode)} onClose={onClose}>
      <FaultNote fault={fault} />
      {data === undefined && fault === undefined && <Busy />}
      {data && (
        <div class="edit">
          <Live shared={shared} mode={entry.mode} values={values} />
          <Form onSend={save} label={titleOf(modes, entry.mode)}>
            {Object.keys(data.properties ?? {}).length === 0 && <p class="help">{t("entry-dialog.noSettings")}</p>}
            <formContext.Provider value={{ mac, modes, grants }}>
              <SettingsFields schema={data} values={values} onChange={setValues} issues={issues} path="settings" />
            </formContext.Provider>
            <PlaceField
              label={t("entry-dialog.place")}
              help={t("entry-dialog.placeHelp")}
              value={typeof values.city === "string" ? values.city : ""}
              onChoose={({ city, latitude, longitude }) => {
                const { city: _, latitude: __, longitude: ___, ...rest } = values
                setValues(
                  city === "" ? rest : { ...rest, city, ...(latitude !== undefined && { latitude, longitude }) },
                )
              }}
            />
            <WhenFields entry={when} onChange={setWhen} />
            <Warnings sentences={warnings} />
            <FaultNote fault={work.fault} />
            <p class="buttons">
              <Button submit kind="first" isBusy={work.isBusy}>
                {t("save")}
              </Button>
              <Button onClick={onClose}>{t("cancel")}</Button>
            </p>
          </Form>
        </div>
      )}
    </Dialog>
  )
}

async function saved(mac: string, mode: string, values: Values): Promise<readonly string[]> {
  const { warnings = [] } = await call<{ warnings?: readonly string[] }>("POST", "api/config", {
    mac,
    mode_overrides: { [mode]: Object.keys(values).length === 0 ? null : values },
  })
  return warnings
}

/** Faults of settings, with paths that begin at the settings, wherever they were saved. */
function issuesOf(fault: Fault | undefined): readonly Issue[] {
  return (fault?.issues ?? []).map(({ path, message }) => ({
    message,
    path: path.replace(/^mode_overrides\.[A-Z0-9_]+/, "settings").replace(/^playlist\.\d+\.settings/, "settings"),
  }))
}

const PAUSE_MS = 120

/** The page as it would look with what stands in the form, and the sentence of what fails. */
function Live({
  shared: { mac, size },
  mode,
  values,
}: {
  readonly shared: Shared
  readonly mode: string
  readonly values: Values
}): JSX.Element {
  const [shown, setShown] = useState<
    { readonly url: string; readonly fault: string; readonly from: string } | undefined
  >(undefined)
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const tried = JSON.stringify(values)
  useEffect(() => {
    const stop = new AbortController()
    const cancel = later(() => {
      const from = previewOf(mac, size, { persona: mode, mode_override: tried })
      picture(from, stop.signal).then(
        ({ blob, fault: sentence }) => {
          setFault(undefined)
          setShown({ url: URL.createObjectURL(blob), fault: sentence, from })
        },
        (error: unknown) => {
          if (!stop.signal.aborted) setFault(error instanceof Fault ? error : new Fault(0, {}))
        },
      )
    }, PAUSE_MS)
    return () => {
      cancel()
      stop.abort()
    }
  }, [mac, mode, tried])
  useEffect(() => {
    const url = shown?.url
    return () => {
      if (url) URL.revokeObjectURL(url)
    }
  }, [shown?.url])
  return (
    <div class="live">
      <PreviewGlass size={size} src={shown?.url} from={shown?.from} alt={t("live.alt")} empty={t("busy")} />
      <p class="fault" role="status">
        {fault ? faultWords(fault) || t("fault.network") : (shown?.fault ?? "")}
      </p>
    </div>
  )
}
