import { defineRoute } from "platen/sdk/http"
import { macParams, originOf } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { Route } from "platen/sdk/http"
import type { Draw } from "platen/sdk/mode"
import { pageOf } from "./address.js"
import { bindingPage } from "./code-on-screen.js"

const [WIDTH, HEIGHT] = [400, 300]
const SHAPE = { width: WIDTH, height: HEIGHT, codec: "bmp", palette: "bw" } as const

/** Route of the QR code of a device's page. */
export function qrRoute({ draw, service }: { readonly draw: Draw; readonly service: Service }): Route {
  const {
    publicUrl,
    defaults: { language, timeZone },
  } = service
  return defineRoute({
    method: "GET",
    path: "/api/device/:mac/qr",
    areas: ["extended", "pairing"],
    auth: { anyOf: ["device", "member", "admin"] },
    summary: "Draws a QR code of the page where the device is bound and configured: a one-bit BMP, 400 x 300.",
    params: macParams,
    produces: ["image/bmp"],
    limit: { name: "qr", perMinute: 60 },
    picture: { failure: 500, shape: () => ({ ...SHAPE, language }) },
    handle: async ({ params: { mac }, headers, secure }) => {
      const settings = { [bindingPage.id]: { mac, ...pageOf(publicUrl ?? originOf({ headers, secure }), mac) } }
      const picture = await draw.picture({
        ...SHAPE,
        modes: [bindingPage.id],
        settings,
        language,
        timeZone,
        purpose: "look",
      })
      return {
        type: picture.type,
        body: picture.bytes,
        headers: { etag: picture.etag },
        ...(picture.origin === "notice" && { status: 500 }),
      }
    },
  })
}
