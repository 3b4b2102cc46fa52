/** The second argument of the export `run` of a module in the sandbox, where a source has it read what the world sent. */
export interface SandboxTools {
  /** The text of a body, in its character set; as `OutboundAnswer.text` reads it. `contentType`: its header. */
  textOf(bytes: Uint8Array, contentType: string | undefined): string
}
