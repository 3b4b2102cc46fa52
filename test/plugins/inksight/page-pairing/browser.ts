import type { Answer, Call } from "../../../../plugins/inksight/page-pairing/browser/api.js"
import { run } from "../../../../plugins/inksight/page-pairing/browser/run.js"
import type { Language } from "../../../../plugins/inksight/page-pairing/browser/words.js"
import { pageIn } from "../../../../plugins/inksight/page-pairing/page.js"
import { documentOf } from "./document.js"
import type { FakeDoc } from "./document.js"

/** Answers by "POST api/claim/consume"; of a list one after the other, and the last stays. */
export type World = Readonly<Record<string, Answer | readonly Answer[]>>

export interface Visit {
  readonly doc: FakeDoc
  /** "POST api/claim/consume {...}", in order. */
  readonly calls: string[]
  /** The address's query as it is now. */
  search(): string
  /** News, good or bad. */
  notice(): string
  fault(): string
  type(values: Readonly<Record<string, string>>): void
  send(form: string): Promise<void>
  press(id: string): Promise<void>
  /** The button of that text in a part. */
  pressIn(id: string, text: string): Promise<void>
  /** Lets the page's clock go on, and what waits for it run. */
  pass(milliseconds: number): Promise<void>
  /** Everything that is on the way arrives. */
  settle(): Promise<void>
}

export const ok = (json: unknown): Answer => ({ status: 200, json })
export const fault = (status: number, code: string, more: object = {}): Answer => ({
  status,
  json: { error: "m", code, message: "m", detail: "m", ...more },
})
export const OFF: Answer = { status: 0, json: undefined }
export const ANNA = ok({ user_id: "1", username: "anna", role: "user", created_at: "2026-11-21T09:05:00Z" })
export const STRANGER = fault(401, "unauthenticated")

/** The page in a browser of our own. `call`: a server; else `world`. */
export async function visit(
  search: string,
  world: World,
  {
    language = "en",
    awaitsAdmin = true,
    call,
  }: { readonly language?: Language; readonly awaitsAdmin?: boolean; readonly call?: Call } = {},
): Promise<Visit> {
  const doc = documentOf(pageIn(language, { files: "config/", awaitsAdmin }))
  const calls: string[] = []
  const pending = new Set<Promise<unknown>>()
  const timers: { at: number; work: () => void }[] = []
  let now = 5_000
  let address = search
  const left = new Map(
    Object.entries(world).map(([key, answers]) => [
      key,
      Array.isArray(answers) ? [...(answers as readonly Answer[])] : [answers as Answer],
    ]),
  )
  const answered: Call = async (method, path) => {
    const answers = left.get(`${method} ${path}`) ?? [fault(404, "not-found")]
    return answers.length > 1 ? answers.shift()! : answers[0]!
  }
  const settle = async (): Promise<void> => {
    do {
      await Promise.all(pending)
      await new Promise<void>((resolve) => {
        setImmediate(resolve)
      })
    } while (pending.size > 0)
  }
  run({
    doc,
    search,
    now: () => now,
    call: (method, path, body) => {
      calls.push(`${method} ${path}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`)
      const answer = (call ?? answered)(method, path, body)
      pending.add(answer)
      void answer.finally(() => pending.delete(answer))
      return answer
    },
    later: (work, milliseconds) => {
      timers.push({ at: now + milliseconds, work })
    },
    readdress: (next) => {
      address = next
    },
    moment: (iso) => `[${iso}]`,
  })
  await settle()
  return {
    doc,
    calls,
    settle,
    search: () => address,
    notice: () => doc.part("notice").textContent!,
    fault: () => doc.part("fault").textContent!,
    type: (values) => {
      for (const [id, value] of Object.entries(values)) doc.part(id).value = value
    },
    send: async (form) => {
      doc.part(form).fire("submit")
      await settle()
    },
    press: async (id) => {
      doc.part(id).fire("click")
      await settle()
    },
    pressIn: async (id, text) => {
      const found = doc.buttons(id).find(({ textContent }) => textContent === text)
      if (!found) throw new Error(`no button "${text}" in ${id}`)
      found.fire("click")
      await settle()
    },
    pass: async (milliseconds) => {
      const until = now + milliseconds
      for (;;) {
        timers.sort((a, b) => a.at - b.at)
        const next = timers[0]
        if (!next || next.at > until) break
        timers.shift()
        now = next.at
        next.work()
        await settle()
      }
      now = until
    },
  }
}
