import { useEffect, useRef, useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { clock, t } from "../kit/language.js"
import { useWork } from "../kit/load.js"
import { Button, FaultNote, Field, Title } from "../kit/parts.js"
import { to } from "../kit/route.js"
import { boot, fresh, keep, kept, panelOf, PANELS, sleep, wake } from "../kit/virtual-device.js"
import type { Flash, Look } from "../kit/virtual-device.js"

/** A screen in the browser, which lives as a board with unmodified firmware does: it boots, shows its code, wakes, sleeps, has a button. */
export function Virtual(): JSX.Element {
  const [flash, setFlash] = useState<Flash | undefined>(kept())
  return (
    <>
      <Title>{t("virtual.title")}</Title>
      <p>{t("virtual.text")}</p>
      {flash ? (
        <Running
          key={flash.mac}
          flash={flash}
          onFlash={(next) => {
            keep(next)
            setFlash(next)
          }}
        />
      ) : (
        <Choose
          onChoose={(panel) => {
            const made = fresh(panel)
            keep(made)
            setFlash(made)
          }}
        />
      )}
    </>
  )
}

function Choose({ onChoose }: { readonly onChoose: (panel: string) => void }): JSX.Element {
  const [panel, setPanel] = useState(PANELS[0]!.id)
  return (
    <section class="narrow">
      <Field label={t("virtual.panel")}>
        {(input) => (
          <select {...input} value={panel} onChange={(event) => setPanel(event.currentTarget.value)}>
            {PANELS.map(({ id, name, width, height }) => (
              <option key={id} value={id}>
                {name}, {width} × {height}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button kind="first" onClick={() => onChoose(panel)}>
        {t("virtual.start")}
      </Button>
    </section>
  )
}

function Running({
  flash,
  onFlash,
}: {
  readonly flash: Flash
  readonly onFlash: (flash: Flash | undefined) => void
}): JSX.Element {
  const [look, setLook] = useState<Look | undefined>(undefined)
  const [isPaired, setPaired] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const work = useWork()
  const { width, height } = panelOf(flash)
  const shown = (own: Flash, next = false): Promise<void> => wake(own, next).then(setLook)
  useEffect(() => {
    void work.run(async () => {
      const booted = await boot(flash)
      keep(booted)
      await shown(booted)
    })
  }, [flash.mac])
  useEffect(() => {
    if (!look) return
    canvas.current?.getContext("2d")?.putImageData(new ImageData(look.pixels, look.width, look.height), 0, 0)
    return sleep(look.wakesAt, () => void work.run(() => shown(kept() ?? flash)))
  }, [look])
  const pair = (): void =>
    void work.run(async () => {
      await call("POST", "api/claim/consume", {
        pair_code: (kept() ?? flash).code,
        mac: flash.mac,
        nickname: t("virtual.name"),
      })
      setPaired(true)
      await shown(kept() ?? flash)
    })
  return (
    <div class="now">
      <span class="glass" style={{ "--ratio": `${width} / ${height}`, "--wide": width / height }}>
        <canvas ref={canvas} width={width} height={height} role="img" aria-label={t("virtual.glass")} />
      </span>
      <div class="now-words">
        <p role="status">
          {look ? t("virtual.sleeps", { when: clock(new Date(look.wakesAt).toISOString()) }) : t("busy")}
        </p>
        <p class="buttons">
          <Button kind="first" isBusy={work.isBusy} onClick={() => void work.run(() => shown(kept() ?? flash))}>
            {t("virtual.button")}
          </Button>
          <Button isBusy={work.isBusy} onClick={() => void work.run(() => shown(kept() ?? flash, true))}>
            {t("virtual.twice")}
          </Button>
          {!isPaired && (
            <Button isBusy={work.isBusy} onClick={pair}>
              {t("virtual.pair")}
            </Button>
          )}
        </p>
        <FaultNote fault={work.fault} />
        <p class="help">{t("virtual.pairHelp")}</p>
        <p>
          <a href={to("screen", flash.mac)}>{t("virtual.open")}</a>
        </p>
        <Button kind="quiet" onClick={() => onFlash(undefined)}>
          {t("virtual.away")}
        </Button>
      </div>
    </div>
  )
}
