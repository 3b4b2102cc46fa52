import { Forbidden, z } from "platen/sdk"
import { isSecret, newSecret } from "platen/sdk/kit"
import type { Clock, Store } from "platen/sdk"
import { digest, newId } from "./secrets.js"

const HOUR_MS = 3_600_000
/** Kinds of links, and milliseconds for which one works. */
const LIVES = { reset: 24 * HOUR_MS, invite: 7 * 24 * HOUR_MS } as const
const TOKEN = /^(?<id>[\w-]{16})\.(?<secret>[\w-]{43})$/

/** A link that works once. Its store holds only a digest. `holds`: what must still be so when it is used. `by`: id of the admin who made it; undefined: the operator. Times are milliseconds since 1970 in UTC. */
const link = z.object({ digest: z.string(), until: z.number(), holds: z.string(), by: z.string().optional() })

export type LinkKind = keyof typeof LIVES

/** A link that was made. `token`: returned here and never again. */
export interface Link {
  readonly token: string
  readonly until: number
}

/** A link that was shown. `id`: what it is about. */
export interface ShownLink {
  readonly id: string
  readonly holds: string
  readonly by?: string | undefined
}

/** One-time links: to set a new password, and to register. */
export interface Links {
  /** Makes a link; an earlier one of the same kind and id stops working. `id`: 16 letters, digits, "-" and "_"; default: a new one. */
  make(kind: LinkKind, about?: Partial<ShownLink>): Promise<Link>
  /** What a link is about. Throws Forbidden for one that is wrong, was used or is too old. */
  read(kind: LinkKind, token: string): Promise<ShownLink>
  /** Uses a link up: of concurrent callers one succeeds. Throws Forbidden. Resolves to the function that restores it. */
  burn(kind: LinkKind, token: string): Promise<() => Promise<void>>
  forget(kind: LinkKind, id: string): Promise<void>
}

export function linksIn(store: Store, clock: Pick<Clock, "now">): Links {
  const links = store.collection("links", link)
  const isRight = (kept: z.output<typeof link> | undefined, secret: string): boolean =>
    isSecret(digest(secret), kept?.digest) && kept!.until > clock.now()
  const ttl = (until: number): number => Math.max(1, Math.ceil((until - clock.now()) / 1000))
  return {
    make: async (kind, { id = newId(), holds = "", by } = {}) => {
      const [secret, until] = [newSecret(), clock.now() + LIVES[kind]]
      await links.set(`${kind}/${id}`, { digest: digest(secret), until, holds, by }, { ttl: ttl(until) })
      return { token: `${id}.${secret}`, until }
    },
    read: async (kind, token) => {
      const { id, secret } = partsOf(kind, token)
      const kept = await links.get(`${kind}/${id}`)
      if (!isRight(kept, secret)) throw wrongLink(kind)
      return { id, holds: kept!.holds, by: kept!.by }
    },
    burn: async (kind, token) => {
      const { id, secret } = partsOf(kind, token)
      const key = `${kind}/${id}`
      let burnt: z.output<typeof link> | undefined
      await links.update(key, (kept) => {
        burnt = isRight(kept, secret) ? kept : undefined
        return burnt ? undefined : kept
      })
      if (!burnt) throw wrongLink(kind)
      const before = burnt
      return () => links.set(key, before, { ttl: ttl(before.until) })
    },
    forget: async (kind, id) => {
      await links.delete(`${kind}/${id}`)
    },
  }
}

function partsOf(kind: LinkKind, token: string): { readonly id: string; readonly secret: string } {
  const { id, secret } = TOKEN.exec(token.trim())?.groups ?? {}
  if (id === undefined || secret === undefined) throw wrongLink(kind)
  return { id, secret }
}

/** The same for every reason, so that nobody learns which links there are. */
export function wrongLink(kind: LinkKind): Forbidden {
  const sentence = "The link is wrong, was used or is too old: ask an admin for a new one."
  return kind === "reset"
    ? new Forbidden(sentence, { code: "reset-link-invalid" })
    : new Forbidden(sentence, { code: "invite-link-invalid" })
}
