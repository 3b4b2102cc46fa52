import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import type { Ended } from "../../../child.js"
import { openExtended } from "../../../editions/extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "../../../editions/extended-stage.js"
import { definition } from "../../../editions/extended-studio-stage.js"
import { folderWith } from "../../../folder.js"
import { platen } from "../../../platen.js"

/** Secrets that the home has; none of them may be printed or written anywhere. */
export const SECRETS = {
  family: "https://calendar.example/private-7f3a9c/family.ics",
  work: "https://calendar.example/private-51e0bb/work.ics",
  school: "https://calendar.example/private-c4d2aa/school.ics",
}

/** A server with people, screens, playlists and modes, and the commands on it. */
export interface Home extends Extended {
  readonly anna: Person
  readonly ben: Person
  readonly kitchen: ExtendedDevice
  readonly hall: ExtendedDevice
  readonly desk: ExtendedDevice
  /** The folder in which commands run. */
  readonly folder: string
  run(args: string, input?: string): Promise<Ended>
  /** The text that `platen export` writes. */
  exported(): Promise<string>
  /** Applies a text. */
  apply(text: string, options?: string): Promise<Ended>
}

export async function openServer(
  options: Parameters<typeof openExtended>[0] = {},
): Promise<Extended & Pick<Home, "folder" | "run" | "exported" | "apply">> {
  const open = await openExtended({
    ...options,
    config: { "screens-file": { secrets: { SCHOOL: SECRETS.school, FAMILY: SECRETS.family } }, ...options.config },
  })
  const folder = folderWith()
  const run: Home["run"] = (args, input = "") =>
    platen(args.split(" "), { app: open.stage.app, cwd: folder, ...(input !== "" && { input }) })
  return {
    ...open,
    folder,
    run,
    exported: async () => (await run("export")).stdout,
    apply: (text, flags = "--yes") => {
      write(folder, "screens.yaml", text)
      return run(`apply screens.yaml ${flags}`.trim())
    },
  }
}

export async function openHome(): Promise<Home> {
  const open = await openServer()
  const [anna, ben] = [await open.person("anna"), await open.person("ben")]
  const [kitchen, hall, desk] = [
    await open.owned(anna, "0A:00:00:00:00:01"),
    await open.owned(anna, "0A:00:00:00:00:02"),
    await open.owned(ben, "0A:00:00:00:00:03"),
  ]
  const must = async (work: ReturnType<Extended["post"]>): Promise<void> => {
    const { status, body } = await work
    if (status !== 200) throw new Error(`${status} ${String(body)}`)
  }
  await must(open.post("/api/modes/custom", { mac: kitchen.mac, ...definition("MY_QUOTES") }, anna.headers))
  await must(open.post("/api/modes/custom", definition("HOUSE_RULES", "No shoes"), open.admin))
  await must(
    open.post(
      "/api/config",
      {
        mac: kitchen.mac,
        nickname: "Kitchen",
        modes: ["DAILY", "AGENDA", "MEMO"],
        strategy: "cycle",
        language: "de",
        latitude: 52.52,
        longitude: 13.405,
        memo_text: "Milk\nBread",
        mode_overrides: {
          AGENDA: {
            range: "week",
            feeds: [
              { name: "Family", url: SECRETS.family },
              { name: "Work", url: SECRETS.work, ink: "red" },
            ],
          },
        },
      },
      anna.headers,
    ),
  )
  await must(
    open.post(
      `/api/device/${kitchen.mac}/playlist`,
      {
        playlist: [
          { mode: "AGENDA", from: "06:00", to: "10:00", weekdays: [1, 2, 3, 4, 5], whenEmpty: "skip" },
          { mode: "AGENDA", settings: { feeds: [{ name: "School", url: SECRETS.school }] } },
          { mode: "MY_QUOTES", minutes: 60, weight: 2 },
          { mode: "MEMO" },
        ],
        quiet: { from: "23:00", to: "06:30" },
      },
      anna.headers,
      "PUT",
    ),
  )
  await must(open.post("/api/config", { mac: desk.mac, modes: ["STOIC", "ZEN"], tone: "humor" }, ben.headers))
  await must(open.post(`/api/user/devices/${kitchen.mac}/share`, { username: "ben" }, anna.headers))
  return { ...open, anna, ben, kitchen, hall, desk }
}

export const read = (folder: string, name: string): string => readFileSync(path.join(folder, name), "utf8")
export const write = (folder: string, name: string, text: string): void => writeFileSync(path.join(folder, name), text)
