import { definePlugin } from "platen/sdk"
import { NODES } from "platen/sdk/drawing"
import qr from "./qr.js"

/** Plugin of the scene nodes that are not boxes, texts or pictures: each is one file. */
export default definePlugin({ id: "nodes", setup: () => [NODES.of(qr)] })
