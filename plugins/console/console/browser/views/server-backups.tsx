import type { JSX } from "preact"
import { call } from "../kit/api.js"
import { moment, size, t } from "../kit/language.js"
import { useLoad, useWork } from "../kit/load.js"
import { Button, FaultNote } from "../kit/parts.js"

interface Backup {
  readonly file: string
  readonly at: string
  readonly bytes: number
}

/** The backups that the server has made, and a button for one more. They stay on the server's disk: the files hold every password's digest. */
export function Backups(): JSX.Element {
  const { data, fault, again } = useLoad(
    async () => (await call<{ backups: readonly Backup[] }>("GET", "api/server/backups")).backups,
    [],
  )
  const work = useWork()
  return (
    <section>
      <div class="title-row">
        <h2>{t("backup.title")}</h2>
        <Button
          isBusy={work.isBusy}
          onClick={() => void work.run(() => call("POST", "api/server/backups")).then(again)}
        >
          {t("backup.make")}
        </Button>
      </div>
      <p class="help">{t("backup.text")}</p>
      <FaultNote fault={fault ?? work.fault} />
      <p role="status">{data?.length === 0 ? t("backup.none") : ""}</p>
      <ul class="rows">
        {data?.map(({ file, at, bytes }) => (
          <li key={file}>
            <span>{moment(at)}</span>
            <small>
              {file} · {size(bytes)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
