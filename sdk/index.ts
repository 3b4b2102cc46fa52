export { BW, BWR, BWRY, DITHERS } from "./bitmap.js"
export type { Bitmap, BundledPicture, Codec, Decoder, Dither, Ink, Palette, PaletteEntry, Panel, PictureReader, Raster } from "./bitmap.js"
export { activeConfig, configRecord, device, deviceConfig, deviceToken, member, placeOf } from "./device.js"
export type { Alert, ConfigRecord, Device, DeviceConfig, DeviceToken, Member } from "./device.js"
export {
  BadInput, Conflict, Forbidden, Invalid, NotFound, PlatenError, SetupError, TooLarge, TooMany, Unauthenticated, Unavailable, Upstream,
} from "./errors.js"
export type { ErrorOptions, Issue } from "./errors.js"
export type { Font, IconSet } from "./font.js"
export { foldMac, macIn, macParams } from "./mac.js"
export { defineMode, defineSource } from "./mode.js"
export type { ContentContext, Mode, Outcome, Place, Source, SourceContext, Suits, ViewContext } from "./mode.js"
export { definePlugin, provide, SDK_VERSION } from "./plugin.js"
export type {
  Command, Contributions, Frame, FrameContext, Listening, Migration, Observer, OutboundEvent, Plugin, Provided, RenderEvent, RequestEvent, Terminal,
} from "./plugin.js"
export { defineRoute } from "./route.js"
export type { Admission, Auth, AuthRequest, Battery, Edition, ErrorBody, PictureShape, Policy, Principal, RawQuery, Reply, Route, RouteLimit, RouteRequest } from "./route.js"
export { column, grid, icon, image, progress, qr, row, rule, spacer, stack, text } from "./scene.js"
export type {
  Align, Box, Family, Footer, Grid, Icon, Image, Justify, Length, Padding, Placed, Progress, Qr, Role, Rule, Scene, SceneNode, Spacer, Text,
} from "./scene.js"
export { field, fields, inLanguage, jsonSchema, localised, redacted, secret, z } from "./schema.js"
export type { FieldMeta, Localised } from "./schema.js"
export { pixels, screenClass } from "./screen.js"
export type { ScreenClass } from "./screen.js"
export type { Change, Collection, Entry, Journal, JournalRow, Store, UpdateOptions } from "./store.js"
export type { OutboundAnswer, OutboundFetch, OutboundOptions } from "./outbound.js"
export type { Draw, DrawRequest, Picture } from "./draw.js"
export type { Devices, Heartbeat, RenderRow } from "./devices.js"
export type { Choice, Choose, Chooser, ChooseRequest } from "./choice.js"
export {
  ACCOUNTS, CHOOSE, CLOCK, COMPILE, DEVICES, DRAW, EVERYBODY, FETCH, FILES, FORGET, ICONS, LOAD, LOG, MODES, OBSERVE, PALETTES, PANELS, PICTURES, RANDOM, ROUTES, SERVICE, SOURCES, STORE, STRATEGIES,
} from "./services.js"
export type { Accounts, Catalog, Clock, Files, Load, Log, ModeCatalog, PictureInfo, Pictures, Security, ServedRoute, Service, User } from "./services.js"
export { paging, wholeNumber } from "./query.js"
export { datePhrase, dayNumber, dayOf, dayOfYear, daysInMonth, daysInYear, isoWeek, ofTheDay, seasonOf, SEASONS, seededRandom, shuffled } from "./time.js"
export type { LocalDay, LocalTime, Season } from "./time.js"
export { defineStrategy } from "./strategy.js"
export type { Strategy, StrategyContext } from "./strategy.js"
export { addressPlace, triesIn } from "./tries.js"
export type { Tries, TryLimit } from "./tries.js"
export { token } from "./token.js"
export type { Services, Token } from "./token.js"
