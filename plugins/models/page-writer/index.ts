import { definePlugin, LOG, OBSERVERS, STORE } from "platen/sdk"
import { SOURCES } from "platen/sdk/mode"
import { PAGE_WORK, WRITING } from "platen/sdk/models"
import { earlierTexts } from "./earlier-texts.js"
import { writerSource } from "./source.js"

/** Plugin of the source "writer": the texts that a language model writes for pages. */
export default definePlugin({
  id: "page-writer",
  needs: { writing: WRITING, work: PAGE_WORK, log: LOG, store: STORE },
  setup: (needs) => {
    const earlier = earlierTexts(needs.store)
    return [
      SOURCES.of(writerSource({ ...needs, earlier })),
      OBSERVERS.of({ id: "page-writer", sweepPeople: (isThere) => earlier.sweep(isThere) }),
    ]
  },
})
