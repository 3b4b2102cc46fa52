import { definePlugin, LOG, OBSERVERS, onListening, STORE } from "platen/sdk"
import { PICTURES } from "platen/sdk/drawing"
import { ACCOUNTS } from "platen/sdk/http"
import { SOURCES } from "platen/sdk/mode"
import { PAGE_WORK, PAINTING } from "platen/sdk/models"
import { paintedPictures } from "./painted-pictures.js"
import { painterSource } from "./source.js"

/** Plugin of the source "painter": the pictures that models paint for pages. */
export default definePlugin({
  id: "page-painter",
  needs: { painting: PAINTING, work: PAGE_WORK, log: LOG, pictures: PICTURES, store: STORE, accounts: ACCOUNTS },
  setup: ({ accounts, store, pictures, ...needs }) => {
    const painted = paintedPictures(store, pictures)
    const sweep = (): Promise<void> => painted.sweep(async (user) => (await accounts.get(user)) !== undefined)
    return [
      SOURCES.of(painterSource({ ...needs, painted })),
      onListening(sweep),
      OBSERVERS.of({ id: "page-painter", personRemoved: sweep }),
    ]
  },
})
