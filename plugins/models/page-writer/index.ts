import { definePlugin, LOG, OBSERVERS, onListening, STORE } from "platen/sdk"
import { ACCOUNTS } from "platen/sdk/http"
import { SOURCES } from "platen/sdk/mode"
import { PAGE_WORK, WRITING } from "platen/sdk/models"
import { earlierTexts } from "./earlier-texts.js"
import { writerSource } from "./source.js"

/** Plugin of the source "writer": the texts that a language model writes for pages. */
export default definePlugin({
  id: "page-writer",
  needs: { writing: WRITING, work: PAGE_WORK, log: LOG, store: STORE, accounts: ACCOUNTS },
  setup: ({ accounts, ...needs }) => {
    const earlier = earlierTexts(needs.store)
    const sweep = (): Promise<void> => earlier.sweep(async (user) => (await accounts.get(user)) !== undefined)
    return [
      SOURCES.of(writerSource({ ...needs, earlier })),
      onListening(sweep),
      OBSERVERS.of({ id: "page-writer", personRemoved: sweep }),
    ]
  },
})
