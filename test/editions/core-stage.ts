import { fakeClock, openStage } from "platen/testing"
import type { FakeClock, Stage, StageOptions } from "platen/testing"
import type { Test } from "uvu"
import { ask } from "../kernel/http/ask.js"
import type { Answer, Asked } from "../kernel/http/ask.js"

/** Where the core edition may stand: beside the extended one under a mount of its own, and alone. */
export const MOUNTS = [
  { mount: "/core", config: { "edition-core": { mount: "/core" } } },
  { mount: "/", config: { "edition-core": {}, "edition-extended": false } },
] as const
export type Mount = (typeof MOUNTS)[number]

/** A core edition that listens. Paths are those of the document, without the mount. */
export interface Core {
  readonly stage: Stage
  readonly clock: FakeClock
  readonly port: number
  /** In front of every path: "/core", or nothing. */
  readonly base: string
  at(path: string, asked?: Asked): Promise<Answer>
  /** A page of 296 x 128 with 3.7 V, unless the query says otherwise. */
  render(query?: string, asked?: Asked): Promise<Answer>
  preview(query?: string, asked?: Asked): Promise<Answer>
  post(body: unknown): Promise<Answer>
  /** A device that nobody has heard of yet. */
  device(): CoreDevice
  close(): Promise<void>
}

/** What a device and its owner do. */
export interface CoreDevice {
  readonly mac: string
  render(query?: string, asked?: Asked): Promise<Answer>
  preview(query?: string): Promise<Answer>
  /** Posts a config of these fields. */
  save(fields?: object): Promise<Answer>
  /** The config that counts. */
  config(): Promise<Config>
  history(): Promise<readonly Config[]>
  activate(id: number | string): Promise<Answer>
}

export type Config = Readonly<Record<string, unknown>>
/** For a clock that stands still: its minute never ends. */
const UNLIMITED = { address: 100_000_000, render: 1_000_000, preview: 1_000_000 }

export type CoreOptions = Omit<StageOptions, "clock"> & { readonly clock?: FakeClock }

const USUAL = "v=3.7&w=296&h=128"

/** Adds a test that runs under either mount, and what opens and closes the two. */
export function underBoth(
  test: Test,
  prepare: (core: Core) => Promise<void> = async () => {},
): (name: string, run: (core: Core) => Promise<void>) => void {
  const cores: Core[] = []
  test.before(async () => {
    for (const mount of MOUNTS) {
      const core = await openCore(mount)
      cores.push(core)
      await prepare(core)
    }
  })
  test.after(async () => {
    for (const core of cores) await core.close()
  })
  return (name, run) => {
    for (const [i, { mount }] of MOUNTS.entries()) test(`${name} (at ${mount})`, () => run(cores[i]!))
  }
}

export async function openCore({ mount, config }: Mount, options: CoreOptions = {}): Promise<Core> {
  const clock = options.clock ?? fakeClock()
  const stage = await openStage({
    ...options,
    clock,
    config: { ...config, ...options.config },
    server: { limits: UNLIMITED, ...options.server },
  })
  const port = await stage.app.listen()
  const base = mount.replace(/\/$/, "")
  const at: Core["at"] = (path, asked) => ask(port, base + path, asked)
  const post: Core["post"] = (body) =>
    at("/api/config", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
  const render: Core["render"] = (query = "", asked = {}) => at(`/api/render?${USUAL}&${query}`, asked)
  const preview: Core["preview"] = (query = "", asked = {}) => at(`/api/preview?${USUAL}&${query}`, asked)
  let devices = 0
  const device = (): CoreDevice => {
    const mac = `0A:00:00:00:${(++devices)
      .toString(16)
      .padStart(4, "0")
      .toUpperCase()
      .replace(/(..)(..)/, "$1:$2")}`
    return {
      mac,
      render: (query = "", asked) => render(`mac=${mac}&${query}`, asked),
      preview: (query = "") => preview(`mac=${mac}&${query}`),
      save: (fields = {}) => post({ mac, ...fields }),
      config: async () => (await at(`/api/config/${mac}`)).json() as Config,
      history: async () => ((await at(`/api/config/${mac}/history`)).json() as { configs: readonly Config[] }).configs,
      activate: (id) => at(`/api/config/${mac}/activate/${id}`, { method: "PUT" }),
    }
  }
  return { stage, clock, port, base, at, post, render, preview, device, close: () => stage.close() }
}
