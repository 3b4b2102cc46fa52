import { useEffect, useRef, useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { clock, t } from "../kit/language.js"
import { withText } from "../kit/glass.js"
import { useLoad, useWork } from "../kit/load.js"
import { Button, FaultNote, Field, Title } from "../kit/parts.js"
import { to } from "../kit/route.js"
import { saveFirstSettings, screens, whyOf } from "../kit/screens.js"
import { user } from "../kit/user.js"
import { asleep, boot, fresh, keep, kept, panelOf, PANELS, sleep, wake } from "../kit/virtual-device.js"
import type { Flash } from "../kit/virtual-device.js"

/** A screen in the browser, which lives as a board with unmodified firmware does: it boots, shows its code, wakes, sleeps, has a button. */
export function Virtual(): JSX.Element {
  const owner = user.value?.user_id ?? ""
  const [flash, setFlash] = useState<Flash | undefined>(kept(owner))
  const change = (next: Flash | undefined): void => {
    keep(owner, next)
    setFlash(next)
  }
  return (
    <>
      <Title>{t("virtual.title")}</Title>
      <p>{t("virtual.text")}</p>
      {flash ? (
        <Running key={flash.mac} flash={flash} onFlash={change} />
      ) : (
        <Choose onChoose={(panel) => change(fresh(panel))} />
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
  const canvas = useRef<HTMLCanvasElement>(null)
  const glass = useRef<HTMLSpanElement>(null)
  const work = useWork()
  const { data: own, again } = useLoad(screens, [flash.mac])
  const isPaired = own?.some(({ mac }) => mac === flash.mac)
  const { width, height } = panelOf(flash)
  const wakesAt = flash.page?.wakesAt
  const { data: why } = useLoad(async () => (isPaired ? whyOf(flash.mac) : undefined), [flash.mac, isPaired, wakesAt])
  const shown = async (device: Flash, next = false): Promise<void> => onFlash(await wake(device, next))
  useEffect(() => {
    glass.current?.focus({ preventScroll: true })
    // One that sleeps goes on sleeping: whoever looks at it does not wake it.
    if (!asleep(flash)) void work.run(async () => shown(await boot(flash)))
  }, [flash.mac])
  useEffect(() => {
    const look = asleep(flash)
    if (!look) return
    canvas.current?.getContext("2d")?.putImageData(new ImageData(look.pixels, look.width, look.height), 0, 0)
    return sleep(look.wakesAt, () => void work.run(() => shown(flash)))
  }, [flash])
  const pair = (): void =>
    void work.run(async () => {
      await call("POST", "api/claim/consume", { pair_code: flash.code, mac: flash.mac, nickname: t("virtual.name") })
      await saveFirstSettings(flash.mac)
      again()
      await shown(flash)
    })
  return (
    <div class="now">
      <span
        class="glass"
        tabIndex={-1}
        ref={glass}
        style={{ "--ratio": `${width} / ${height}`, "--wide": width / height }}
      >
        <canvas
          ref={canvas}
          width={width}
          height={height}
          role="img"
          aria-label={withText(t("virtual.glass"), why?.shown?.text ?? "")}
        />
      </span>
      <div class="now-words">
        <p role="status">
          {wakesAt ? t("virtual.sleeps", { when: clock(new Date(wakesAt).toISOString()) }) : t("busy")}
          {isPaired && ` ${t("virtual.paired")}`}
        </p>
        <p class="buttons">
          <Button kind="first" isBusy={work.isBusy} onClick={() => void work.run(() => shown(flash))}>
            {t("virtual.button")}
          </Button>
          <Button isBusy={work.isBusy} onClick={() => void work.run(() => shown(flash, true))}>
            {t("virtual.twice")}
          </Button>
          {isPaired === false && (
            <Button isBusy={work.isBusy} onClick={pair}>
              {t("virtual.pair")}
            </Button>
          )}
        </p>
        <FaultNote fault={work.fault} />
        {isPaired === false && <p class="help">{t("virtual.pairHelp")}</p>}
        {isPaired && (
          <p>
            <a class="button" href={to("screen", flash.mac)}>
              {t("virtual.open")}
            </a>
          </p>
        )}
        <Button kind="quiet" onClick={() => onFlash(undefined)}>
          {t("virtual.away")}
        </Button>
      </div>
    </div>
  )
}
