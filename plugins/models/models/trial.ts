import { z } from "platen/sdk"

/** A question that costs little, to see whether a model answers. */
export const TRIAL = {
  system: "You test a connection.",
  prompt: 'Write a greeting of at most five words as {"words": "..."}.',
  schema: z.strictObject({ words: z.string().max(200) }),
  maxTokens: 200,
}
