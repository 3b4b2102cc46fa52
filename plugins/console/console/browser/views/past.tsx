import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { address, call } from "../kit/api.js"
import { moment, t } from "../kit/language.js"
import { useLoad, useWork } from "../kit/load.js"
import { Button, FaultNote } from "../kit/parts.js"
import { titleOf } from "../kit/screens.js"
import type { Shared } from "./screen.js"

interface Row {
  readonly id: string
  readonly mode_id: string
  readonly time: string
  readonly is_favorite: boolean
  readonly favorite_id: string | null
}

/** What the screen has shown, and what its people like: kept as favorites, shown again, given on as a card. */
export function Past({ mac, modes, state }: Shared): JSX.Element {
  const [onlyLiked, setOnlyLiked] = useState(false)
  const { data, fault, again } = useLoad(async () => {
    if (onlyLiked) {
      const { favorites } = await call<{ favorites: readonly Row[] }>("GET", `api/device/${mac}/favorites?limit=30`)
      return favorites.map((row) => ({ ...row, is_favorite: true, favorite_id: row.id }))
    }
    return (await call<{ history: readonly Row[] }>("GET", `api/device/${mac}/history?limit=12`)).history
  }, [mac, onlyLiked, state.last_refresh_at])
  const work = useWork()
  const act = (job: () => Promise<unknown>): void => void work.run(job).then(again)
  return (
    <section>
      <h2>{t("past.title")}</h2>
      <p class="buttons">
        <Button kind="quiet" pressed={!onlyLiked} onClick={() => setOnlyLiked(false)}>
          {t("past.all")}
        </Button>
        <Button kind="quiet" pressed={onlyLiked} onClick={() => setOnlyLiked(true)}>
          {t("past.liked")}
        </Button>
      </p>
      <FaultNote fault={fault ?? work.fault} />
      {data?.length === 0 && <p>{t(onlyLiked ? "past.noneLiked" : "past.none")}</p>}
      <ul class="rows">
        {data?.map(({ id, mode_id: mode, time, favorite_id: liked }) => (
          <li key={id}>
            <span>
              <strong>{titleOf(modes, mode)}</strong> <small>{moment(time)}</small>
            </span>
            <span class="buttons">
              <Button
                kind="quiet"
                isBusy={work.isBusy}
                onClick={() => act(() => call("POST", `api/device/${mac}/switch`, { mode }))}
                label={t("past.againOf", { page: titleOf(modes, mode) })}
              >
                {t("past.again")}
              </Button>
              {liked && (
                <Button
                  kind="quiet"
                  isBusy={work.isBusy}
                  onClick={() => act(() => call("DELETE", `api/device/${mac}/favorite/${encodeURIComponent(liked)}`))}
                >
                  {t("past.unlike")}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <a href={address(`api/device/${mac}/share`)} target="_blank" rel="noopener">
          {t("past.share")}
        </a>
      </p>
    </section>
  )
}
