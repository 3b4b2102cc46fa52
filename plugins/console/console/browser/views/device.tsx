import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { isPast, moment, relative, t } from "../kit/language.js"
import { useWork } from "../kit/load.js"
import { Button, Copyable, Facts, FaultNote, Field, Form, issueOf } from "../kit/parts.js"
import { go } from "../kit/route.js"
import { batteryPercent, titleOf } from "../kit/screens.js"
import { People } from "./people.js"
import type { Shared } from "./screen.js"

const DISTANCES = ["desk", "room", "hall"] as const

/** The device of a screen: its name, how often it wakes and what that costs, its panel, its keys, its people. */
export function Device(shared: Shared): JSX.Element {
  const { screen } = shared
  const isOwner = screen?.role === "owner"
  return (
    <>
      <Settings {...shared} />
      <Report {...shared} />
      {isOwner && <People {...shared} />}
      {isOwner && <Keys {...shared} />}
      {isOwner && <Earlier {...shared} />}
      {screen && <Unbind {...shared} />}
    </>
  )
}

function Settings({ mac, screen, config, name, again }: Shared): JSX.Element {
  const [nickname, setNickname] = useState(config?.nickname || (screen?.nickname ?? ""))
  const [minutes, setMinutes] = useState(config?.refresh_interval ?? 60)
  const [distance, setDistance] = useState(config?.distance ?? "desk")
  const [isActive, setActive] = useState(config?.is_always_active ?? false)
  const [saved, setSaved] = useState(false)
  const work = useWork()
  const save = (): void =>
    void work
      .run(() =>
        call("POST", "api/config", {
          mac,
          nickname: nickname.trim(),
          refresh_interval: minutes,
          distance,
          is_always_active: isActive,
        }),
      )
      .then((done) => {
        setSaved(done)
        again()
      })
  return (
    <section>
      <h2>{t("device.title")}</h2>
      <Form onSend={save} label={t("device.title")}>
        <Field label={t("add.name")} fault={issueOf(work.fault, "nickname")}>
          {(input) => (
            <input
              {...input}
              name="nickname"
              type="text"
              maxLength={32}
              placeholder={name}
              value={nickname}
              onInput={(event) => setNickname(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field
          label={t("device.minutes")}
          help={
            minutes >= 20
              ? t("device.wakes", { count: Math.round(1440 / minutes), half: Math.round(2880 / minutes) })
              : t("device.wakesOften", { count: Math.round(1440 / Math.max(10, minutes || 60)) })
          }
          fault={issueOf(work.fault, "refresh_interval")}
        >
          {(input) => (
            <input
              {...input}
              type="number"
              min={10}
              max={1440}
              value={Number.isNaN(minutes) ? "" : minutes}
              onInput={(event) => setMinutes(event.currentTarget.valueAsNumber)}
            />
          )}
        </Field>
        <Field label={t("device.distance")} help={t("device.distanceHelp")}>
          {(input) => (
            <select {...input} value={distance} onChange={(event) => setDistance(event.currentTarget.value)}>
              {DISTANCES.map((each) => (
                <option key={each} value={each}>
                  {t(`distance.${each}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div class="field switch">
          <label>
            <input type="checkbox" checked={isActive} onChange={(event) => setActive(event.currentTarget.checked)} />{" "}
            {t("device.active")}
          </label>
          <small class="help">{t("device.activeHelp")}</small>
        </div>
        <FaultNote fault={work.fault} />
        <Button submit kind="first" isBusy={work.isBusy}>
          {t("save")}
        </Button>
        <span role="status">{saved ? ` ${t("saved")}` : ""}</span>
      </Form>
    </section>
  )
}

function Report({ mac, state, why }: Shared): JSX.Element {
  const { battery, rssi, last_refresh_at: at, next_wake: wake, refresh_minutes: minutes } = state
  const size = why?.screen
  const rows: readonly (readonly [string, string])[] = [
    [t("facts.mac"), mac],
    [t("facts.panel"), size ? t(size.colors === 2 ? "facts.bw" : "facts.colours", { ...size }) : "–"],
    [t("facts.last"), at ? `${moment(at)} (${relative(at)})` : "–"],
    [t(wake && isPast(wake) ? "facts.late" : "facts.next"), wake ? moment(wake) : "–"],
    [t("facts.interval"), t("facts.minutes", { minutes })],
    [t("facts.battery"), battery === null ? "–" : `${batteryPercent(battery)} % (${battery.toFixed(2)} V)`],
    [t("facts.signal"), rssi === null ? "–" : t(rssi < -85 ? "facts.weak" : "facts.dbm", { dbm: rssi })],
  ]
  return (
    <section>
      <h2>{t("facts.title")}</h2>
      <Facts rows={rows} />
    </section>
  )
}

/** Credentials for one thing each: senders of alerts, and a link to a picture of the page. Shown when they are asked for. */
function Keys({ mac }: Shared): JSX.Element {
  const [alert, setAlert] = useState("")
  const [widget, setWidget] = useState("")
  const work = useWork()
  return (
    <section>
      <h2>{t("keys.title")}</h2>
      <FaultNote fault={work.fault} />
      <p>{t("keys.alert")}</p>
      <p class="buttons">
        <Button
          isBusy={work.isBusy}
          onClick={() =>
            void work.run(async () =>
              setAlert((await call<{ token: string }>("POST", `api/device/${mac}/alert-token`)).token),
            )
          }
        >
          {t("keys.show")}
        </Button>
      </p>
      {alert && <Copyable text={alert} label={t("keys.alertName")} />}
      <p>{t("keys.widget")}</p>
      <p class="buttons">
        <Button isBusy={work.isBusy} onClick={() => void work.run(async () => setWidget(await widgetLink(mac)))}>
          {t("keys.show")}
        </Button>
      </p>
      {widget && <Copyable text={widget} label={t("keys.widgetName")} />}
    </section>
  )
}

async function widgetLink(mac: string): Promise<string> {
  const { token } = await call<{ token: string }>("POST", `api/device/${mac}/widget-token`)
  const url = new URL(`api/widget/${mac}`, new URL("./", document.baseURI))
  url.searchParams.set("token", token)
  return url.href
}

/** The configs before, to be brought back. */
function Earlier({ mac, modes, configs, again }: Shared): JSX.Element {
  const work = useWork()
  return (
    <section>
      <h2>{t("earlier.title")}</h2>
      <p class="help">{t("earlier.help")}</p>
      <FaultNote fault={work.fault} />
      <ul class="rows">
        {configs.map(({ id, created_at: at, modes: own, is_active: active }) => (
          <li key={id}>
            <span>
              {moment(at)} <small>{own.map((id) => titleOf(modes, id)).join(", ")}</small>
            </span>
            {active === 1 ? (
              <span class="mark good">{t("earlier.now")}</span>
            ) : (
              <Button
                isBusy={work.isBusy}
                onClick={() => void work.run(() => call("POST", `api/device/${mac}/config/${id}/restore`)).then(again)}
                label={t("earlier.backTo", { when: moment(at) })}
              >
                {t("earlier.back")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Unbind({ mac, name }: Shared): JSX.Element {
  const [asks, setAsks] = useState(false)
  const work = useWork()
  return (
    <section>
      <h2>{t("unbind.title")}</h2>
      <p class="help">{t("unbind.help")}</p>
      <FaultNote fault={work.fault} />
      {asks ? (
        <p class="buttons">
          <span>{t("unbind.sure", { name })}</span>
          <Button
            kind="danger"
            isBusy={work.isBusy}
            onClick={() => void work.run(() => call("DELETE", `api/user/devices/${mac}`)).then((done) => done && go())}
          >
            {t("unbind.yes")}
          </Button>
          <Button onClick={() => setAsks(false)}>{t("cancel")}</Button>
        </p>
      ) : (
        <Button onClick={() => setAsks(true)}>{t("unbind.do")}</Button>
      )}
    </section>
  )
}
