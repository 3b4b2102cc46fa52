export { backgroundTasks } from "./background-tasks.js"
export type { BackgroundTasks } from "./background-tasks.js"
export { BW, BWR, BWRY, DITHERS, paletteOf } from "./bitmap.js"
export type {
  Bitmap,
  BundledPicture,
  Codec,
  Decoder,
  Dither,
  Ink,
  Palette,
  PaletteEntry,
  Panel,
  PictureReader,
  Raster,
} from "./bitmap.js"
export {
  activeConfig,
  activeRecord,
  configRecord,
  device,
  deviceConfig,
  deviceKey,
  deviceNotFound,
  deviceScope,
  deviceToken,
  freed,
  habit,
  isExpired,
  member,
  ownerOf,
  placeOf,
  roleOf,
  rssiWithin,
  voltsWithin,
  withConfig,
} from "./device.js"
export type { Alert, ConfigRecord, Device, DeviceConfig, DeviceId, DeviceToken, Habit, Member } from "./device.js"
export {
  BadInput,
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  PlatenError,
  SetupError,
  TooLarge,
  TooMany,
  Unauthenticated,
  Unavailable,
  Upstream,
} from "./errors.js"
export type { ErrorOptions, Issue } from "./errors.js"
export type { Font, IconSet } from "./font.js"
export { acceptedLanguages } from "./language.js"
export { lruSet } from "./lru-set.js"
export { normalizeMac, macFromRequest, macParams, macSchema } from "./mac.js"
export { defineMode, definePage, defineSource, unknownMode } from "./mode.js"
export type {
  Confined,
  ContentContext,
  Mode,
  Outcome,
  Place,
  SettingsDialect,
  Source,
  SourceContext,
  Suits,
  ViewContext,
} from "./mode.js"
export { configuredMinutes, intervalOf, isOnline, isPolling, lastSeen, DEFAULT_MINUTES } from "./presence.js"
export { extensionPoint, isPoint, onDispose, onListening, onReady } from "./point.js"
export type { AnyPoint, Combining, Contributed, Contribution, Point } from "./point.js"
export { definePlugin, provide, SDK_VERSION } from "./plugin.js"
export type {
  Command,
  Contributions,
  Given,
  Frame,
  FrameContext,
  Listening,
  Migration,
  Observer,
  OutboundEvent,
  Plugin,
  Provided,
  RenderEvent,
  RequestEvent,
  Terminal,
} from "./plugin.js"
export { defineRoute, originOf, DEFAULT_VOLTS } from "./route.js"
export type {
  Admission,
  Auth,
  AuthRequest,
  Battery,
  Edition,
  ErrorBody,
  PictureShape,
  Policy,
  Principal,
  RawQuery,
  Reply,
  Route,
  RouteLimit,
  RouteRequest,
} from "./route.js"
export { column, grid, icon, image, progress, qr, row, rule, spacer, stack, text } from "./scene.js"
export type {
  Align,
  Box,
  Family,
  Footer,
  Grid,
  Icon,
  Image,
  Justify,
  Length,
  Padding,
  Placed,
  Progress,
  Qr,
  Role,
  Rule,
  Scene,
  SceneNode,
  Spacer,
  Text,
} from "./scene.js"
export { field, fields, inLanguage, jsonSchema, localised, redacted, secret, z } from "./schema.js"
export type { FieldMeta, Localised } from "./schema.js"
export { isSecret, newSecret } from "./secret.js"
export { pixels, screenClass, SCREEN_SIZE } from "./screen.js"
export type { ScreenClass } from "./screen.js"
export { settingsFrom, settingsIn } from "./settings.js"
export { append, entriesOf, put } from "./store.js"
export type { Change, Collection, Entry, Journal, JournalRow, Store, UpdateOptions } from "./store.js"
export { oneByOne } from "./one-by-one.js"
export type { OutboundAnswer, OutboundFetch, OutboundOptions } from "./outbound.js"
export type { Draw, DrawRequest, Picture, Turn } from "./draw.js"
export type { Devices, Heartbeat, RenderRow } from "./devices.js"
export type { Choice, Choose, Chooser, ChooseRequest } from "./choice.js"
export {
  ACCOUNTS,
  CHOOSE,
  CLOCK,
  COMPILE,
  CONFINE,
  DEVICES,
  DRAW,
  GLOBAL_SCOPE,
  FETCH,
  FILES,
  FORGET,
  ICONS,
  LOAD,
  LOG,
  MODES,
  OBSERVE,
  PALETTES,
  PANELS,
  PICTURES,
  QUOTAS,
  RANDOM,
  ROUTES,
  SANDBOX,
  SERVICE,
  SOURCES,
  STORE,
  STRATEGIES,
} from "./services.js"
export type {
  Accounts,
  Bounds,
  Catalog,
  Clock,
  Confine,
  Files,
  Load,
  Log,
  ModeCatalog,
  PictureHolder,
  PictureInfo,
  Pictures,
  Quotas,
  Sandbox,
  Security,
  ServedRoute,
  Service,
  User,
} from "./services.js"
export { isTimeZone, pageRequest, timeZoneOf, turnOf } from "./page.js"
export type { PageOwner, PageRequest } from "./page.js"
export { languageTag, numeric, paging, screenQuery, integerParam, booleanParam } from "./query.js"
export {
  datePhrase,
  dayNumber,
  dayOf,
  dayOfYear,
  daysInMonth,
  daysInYear,
  isoTime,
  isoWeek,
  ofTheDay,
  seasonOf,
  SEASONS,
  seededRandom,
  shuffled,
} from "./time.js"
export type { LocalDay, LocalTime, Season } from "./time.js"
export { isInTimeWindow, timeWindowOf, timeWindowRule } from "./time-window.js"
export type { TimeWindow } from "./time-window.js"
export { defineStrategy } from "./strategy.js"
export type { Strategy, StrategyContext } from "./strategy.js"
export { addressPlace, attemptsIn } from "./attempts.js"
export type { Attempt, Attempts, AttemptLimit } from "./attempts.js"
export { token } from "./token.js"
export type { Services, Token } from "./token.js"
