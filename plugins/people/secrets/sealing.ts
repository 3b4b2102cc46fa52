import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { Invalid } from "platen/sdk"
import { isSealed, SEALED } from "platen/sdk/kit"
import type { Secrets } from "platen/sdk"

const CIPHER = "aes-256-gcm"
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Secrets sealed by AES-256-GCM: nonce, tag and text in base64url behind the mark of sealed texts. `key`: 32 bytes, asked for when first needed. */
export function secretsBy(key: () => Buffer): Secrets {
  let known: Buffer | undefined
  const own = (): Buffer => (known ??= key())
  return {
    seal: (text) => {
      if (isSealed(text)) return text
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, own(), nonce)
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()])
      return SEALED + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")
    },
    open: (text) => (isSealed(text) ? opened(text, own()) : text),
  }
}

function opened(text: string, key: Buffer): string {
  const bytes = Buffer.from(text.slice(SEALED.length), "base64url")
  try {
    const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
    cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]).toString("utf8")
  } catch (cause) {
    throw new Invalid("A secret was sealed with another key: enter it again, or bring back secrets.key.", {
      code: "secret-unreadable",
      cause,
    })
  }
}
