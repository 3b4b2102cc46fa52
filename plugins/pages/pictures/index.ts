import { CACHES, CLOCK, definePlugin, FILES, LOG, OBSERVERS, onDispose, provide, STORE, WORKERS } from "platen/sdk"
import { deviceKey } from "platen/sdk/device"
import { BUNDLED_PICTURES, DECODERS, PICTURES } from "platen/sdk/drawing"
import { Decoding } from "./decoding.js"
import { DITHERED_BYTES, Gallery, heldSchema, keptSchema, listSchema } from "./gallery.js"
import { pictureKey } from "./key.js"

/** Plugin of pictures: bundled, fetched, uploaded and pushed; decoded in a separate process. */
export default definePlugin({
  id: "pictures",
  needs: {
    store: STORE,
    clock: CLOCK,
    log: LOG,
    files: FILES,
    caches: CACHES,
    workers: WORKERS,
    bundled: BUNDLED_PICTURES,
    decoders: DECODERS,
  },
  opens: [BUNDLED_PICTURES, DECODERS],
  provides: [PICTURES],
  adopts: ["pictures", "picture-list", "picture-holders", "picture-key"],
  setup: ({ store, clock, log, files, caches, workers, bundled, decoders }) => {
    const decoding = new Decoding(workers)
    const gallery = new Gallery({
      clock,
      log,
      files,
      dithered: caches(DITHERED_BYTES),
      kept: store.collection("pictures", keptSchema),
      list: store.collection("picture-list", listSchema),
      holders: store.collection("picture-holders", heldSchema),
      key: () => pictureKey(store),
      bundled: (id) => bundled.get(id),
      readers: () => decoders.list().map((decoder) => decoding.reader(decoder)),
    })
    return [
      provide(PICTURES, gallery),
      OBSERVERS.of({ id: "pictures", forgotten: ({ realm, mac }) => gallery.release(deviceKey(realm, mac)) }),
      onDispose(() => decoding.close()),
    ]
  },
})
