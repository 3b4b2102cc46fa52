import { z } from "platen/sdk"

/** A question that costs little, to see whether a model answers. */
export const TRIAL = {
  system: "You test a connection.",
  prompt: 'Write a greeting of at most five words as {"words": "..."}.',
  schema: z.strictObject({ words: z.string().max(200) }),
  maxTokens: 200,
}

/** Milliseconds for a trial over HTTP. A service that hangs holds a place so long; painters need most of a minute for a picture. */
export const TRIAL_MS = { text: 10_000, picture: 40_000 } as const
