import type { OutboundAnswer } from "../outbound.js"

/** A body as it was sent, for a module in the sandbox to read. `contentType`: its header. */
export interface SentBody {
  readonly bytes: Uint8Array
  readonly contentType: string | undefined
}

/** The body of an answer. */
export function bodyOf({ bytes, headers }: Pick<OutboundAnswer, "bytes" | "headers">): SentBody {
  return { bytes, contentType: headers["content-type"] }
}

/** The second argument of the export `run` of a module in the sandbox, where a source has it read what the world sent. */
export interface SandboxTools {
  /** The text of a body, in its character set; as `OutboundAnswer.text` reads it. */
  textOf(bytes: Uint8Array, contentType: string | undefined): string
}
