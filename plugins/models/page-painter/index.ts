import { definePlugin, LOG, OBSERVERS, STORE } from "platen/sdk"
import { PICTURES } from "platen/sdk/drawing"
import { SOURCES } from "platen/sdk/mode"
import { PAGE_WORK, PAINTING } from "platen/sdk/models"
import { paintedPictures } from "./painted-pictures.js"
import { painterSource } from "./source.js"

/** Plugin of the source "painter": the pictures that models paint for pages. */
export default definePlugin({
  id: "page-painter",
  needs: { painting: PAINTING, work: PAGE_WORK, log: LOG, pictures: PICTURES, store: STORE },
  setup: ({ store, pictures, ...needs }) => {
    const painted = paintedPictures(store, pictures)
    return [
      SOURCES.of(painterSource({ ...needs, painted })),
      OBSERVERS.of({ id: "page-painter", sweepPeople: (isThere) => painted.sweep(isThere) }),
    ]
  },
})
