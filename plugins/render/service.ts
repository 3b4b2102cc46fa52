import type { Choose, Draw, DrawRequest, Edition, ModeCatalog, Picture, Principal, Service } from "platen/sdk"
import { deviceCodec, paletteOf } from "./query.js"
import type { PreviewQuery, RenderQuery } from "./query.js"

export interface Rendering {
  render(query: RenderQuery, edition: Edition, principal: Principal | undefined): Promise<Picture>
  preview(query: PreviewQuery, edition: Edition): Promise<Picture>
}

interface Needs {
  readonly draw: Draw
  readonly choose: Choose
  readonly modes: ModeCatalog
  readonly service: Service
  readonly clock: { now(): number }
}

/** What a query shows. */
export function rendering({ draw, choose, service, clock }: Needs): Rendering {
  const requestOf = async (query: RenderQuery, edition: Edition, mac: string | undefined): Promise<DrawRequest> => {
    const { modes } = await choose({
      edition: edition.id, scopes: [], now: clock.now(), next: query.next,
      ...(mac !== undefined && { mac }), ...(query.persona !== undefined && { persona: query.persona }),
    })
    const { timeZone, place, language } = service.defaults
    return {
      modes, language: query.lang ?? language, timeZone, width: query.w, height: query.h,
      palette: paletteOf(query.colors), codec: deviceCodec(query.colors), battery: edition.battery(query.v),
      ...(place && { place }), ...(mac !== undefined && { mac }), ...(query.rssi !== undefined && { rssi: query.rssi }),
    }
  }
  return {
    render: async (query, edition, principal) => draw.picture(await requestOf(query, edition, principal?.mac as string | undefined)),
    preview: async (query, edition) => {
      const request = await requestOf(query, edition, undefined)
      const [shown] = request.modes
      return draw.picture({
        ...request, codec: "png", preview: true, fresh: query.no_cache,
        ...(query.mode_override && shown !== undefined && { settings: { [shown]: query.mode_override } }),
      })
    },
  }
}
