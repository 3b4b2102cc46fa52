import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { known, moment, size, t } from "../kit/language.js"
import { useLoad } from "../kit/load.js"
import { Busy, Button, Facts, FaultNote, Title, Warnings } from "../kit/parts.js"
import { Backups } from "./server-backups.js"
import { PeopleOfServer } from "./server-people.js"
import { Plugins } from "./server-plugins.js"
import { Log } from "./server-log.js"
import { Sources } from "./server-sources.js"

interface ServerState {
  readonly version: string
  readonly time: string
  readonly local_time: string
  readonly timezone: string
  readonly uptime_seconds: number
  readonly urls: readonly string[]
  readonly data: { readonly bytes: number | null; readonly free: number | null }
  readonly storage: { readonly used: number; readonly max: number }
  readonly security: Readonly<Record<string, string>>
  readonly limits: Readonly<Record<string, number>>
  readonly warnings: readonly string[]
}

/** The server, for admins: its people, plugins, sources, room and limits. */
export function Server(): JSX.Element {
  const { data, fault, again } = useLoad(() => call<ServerState>("GET", "api/server"), [])
  const [showsLimits, setShowsLimits] = useState(false)
  if (!data)
    return (
      <>
        <Title>{t("server.title")}</Title>
        <FaultNote fault={fault} />
        {!fault && <Busy />}
      </>
    )
  const rows: readonly (readonly [string, string])[] = [
    [t("server.version"), data.version],
    [t("server.time"), `${moment(data.time)} (${data.timezone}: ${data.local_time})`],
    [t("server.uptime"), t("server.hours", { hours: (data.uptime_seconds / 3600).toFixed(1) })],
    [t("server.urls"), data.urls.join(", ")],
    [t("server.data"), size(data.data.bytes)],
    [t("server.free"), size(data.data.free)],
    [t("server.storage"), `${size(data.storage.used)} / ${size(data.storage.max)}`],
    ...Object.entries(data.security).map(
      ([name, value]) => [known(`security.${name}`) ?? name, known(`security.${name}.${value}`) ?? value] as const,
    ),
  ]
  return (
    <>
      <Title>{t("server.title")}</Title>
      <FaultNote fault={fault} />
      <Warnings sentences={data.warnings} />
      <Facts rows={rows} />
      <p class="buttons">
        <Button kind="quiet" onClick={again}>
          {t("server.again")}
        </Button>
        <Button kind="quiet" pressed={showsLimits} onClick={() => setShowsLimits(!showsLimits)}>
          {t("server.limits")}
        </Button>
      </p>
      {showsLimits && (
        <Facts
          rows={Object.entries(data.limits).map(
            ([name, value]) => [name, t("server.perMinute", { count: value })] as const,
          )}
        />
      )}
      <Backups />
      <PeopleOfServer />
      <Sources />
      <Plugins />
      <Log />
    </>
  )
}
