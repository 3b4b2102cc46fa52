import { field, inLanguage, z } from "platen/sdk"
import { DITHERS, LEVELS } from "platen/sdk/drawing"
import { captionPx, dayNumber, linesOf, measured } from "platen/sdk/kit"
import { column, defineMode, image, lineWeight, pixels, stack, text } from "platen/sdk/mode"
import type { Localised } from "platen/sdk"
import type { ContentContext, Scene, SceneNode, ViewContext } from "platen/sdk/mode"

/** The default picture, a still life that was ray-traced for this mode. */
const OWN = "my-adaptive/still-life"

/** A picture that somebody has uploaded to a server like this one, by its path or whole address; only its owner's pages get it. */
const UPLOAD = /\/api\/(?:v1\/)?uploads\/([\w-]{43})$/

/** The rim of the jug stays in sight. */
const OWN_FOCUS = [0.5, 0.4] as const
/** Its sides in pixels. */
const OWN_SIZE = { width: 1600, height: 1200 } as const
const OWN_LABEL: Localised = {
  en: "A white jug, a red apple and a bowl of lemons on a linen cloth",
  de: "Ein weißer Krug, ein roter Apfel und eine Schale Zitronen auf einem Leinentuch",
  es: "Una jarra blanca, una manzana roja y un cuenco de limones sobre un mantel de lino",
  fr: "Une cruche blanche, une pomme rouge et un bol de citrons sur une nappe de lin",
  it: "Una brocca bianca, una mela rossa e una ciotola di limoni su una tovaglia di lino",
  ja: "麻布の上の白い水差し、赤いりんご、レモンの鉢",
  nl: "Een witte kan, een rode appel en een schaal citroenen op een linnen kleed",
  zh: "亚麻桌布上的白水罐、红苹果和一碗柠檬",
  "zh-Hant": "亞麻桌布上的白水罐、紅蘋果和一碗檸檬",
}
const MISSING: Localised = {
  en: "Your picture cannot be fetched now",
  de: "Ihr Bild kann gerade nicht geladen werden",
  es: "Ahora no se puede cargar su imagen",
  fr: "Votre image ne peut pas être chargée pour le moment",
  it: "Ora non è possibile caricare la tua immagine",
  ja: "今は画像を取得できません",
  nl: "Uw afbeelding kan nu niet worden geladen",
  zh: "现在取不到您的图片",
  "zh-Hant": "現在取不到您的圖片",
}

const data = z.strictObject({
  source: z.string(),
  /** True: the requested picture is missing, and another one replaces it. */
  missing: z.boolean(),
  /** Its sides in pixels, where they are known. */
  size: z.strictObject({ width: z.number().int(), height: z.number().int() }).exactOptional(),
})
type Photo = z.output<typeof data>

const address = z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/(?!\/)/, "write a URL")])
/** Most pictures that take turns. */
const MAX_PICTURES = 6

/** What stays in sight where a picture is cut. */
const FOCUS = {
  detail: "detail",
  center: [0.5, 0.5],
  top: [0.5, 0],
  bottom: [0.5, 1],
  left: [0, 0.5],
  right: [1, 0.5],
} as const
const FOCUSES = Object.keys(FOCUS) as (keyof typeof FOCUS)[]

const settings = z.strictObject({
  image_url: field(z.union([z.literal(""), address]).default(""), {
    label: { en: "Address of the picture", zh: "图片地址" },
    help: {
      en: "JPEG, PNG, WebP or GIF, at most 10 MB; fetched anew as it is drawn. With a connection, a path. Of a picture that you have uploaded, its path.",
      zh: "JPEG、PNG、WebP 或 GIF，最大 10 MB；每次绘制时重新获取。使用连接时只写路径；已上传的图片写它的路径。",
    },
    widget: "picture",
  }),
  image_urls: field(z.array(address).max(MAX_PICTURES).optional(), {
    label: { en: "More pictures", zh: "更多图片" },
    help: {
      en: "Up to six addresses. The pictures take turns, each for an hour.",
      zh: "最多六个地址，每小时轮换一张。",
    },
    widget: "list",
  }),
  connection: field(z.string().trim().max(40).default(""), {
    label: { en: "Connection", zh: "连接" },
    help: {
      en: "Only for a picture behind a connection that the operator has granted.",
      zh: "仅用于管理员授权的连接。",
    },
    widget: "text",
  }),
  fit: field(z.enum(["cover", "contain"]).default("cover"), {
    label: { en: "How it fits", zh: "适应方式" },
    widget: "select",
  }),
  focus: field(z.enum(FOCUSES).default("detail"), {
    label: { en: "What stays in sight", zh: "保留的部分" },
    help: {
      en: "Where the picture is cut to fill the screen. detail: its part with most detail, faces first.",
      zh: "图片裁切以铺满屏幕时保留哪一部分。detail：细节最多的部分，人脸优先。",
    },
    widget: "select",
    options: {
      detail: { en: "Detail", zh: "细节" },
      center: { en: "Middle", zh: "中间" },
      top: { en: "Top", zh: "上方" },
      bottom: { en: "Foot", zh: "下方" },
      left: { en: "Left", zh: "左侧" },
      right: { en: "Right", zh: "右侧" },
    },
  }),
  dither: field(z.enum(DITHERS).default("floyd-steinberg"), {
    label: { en: "Dithering", zh: "抖动方式" },
    widget: "select",
  }),
  levels: field(z.enum(LEVELS).default("vivid"), {
    label: { en: "Tones", zh: "色调" },
    help: {
      en: "vivid: for photographs, with lifted shadows and more detail; auto: from ink to paper; none: as they are.",
      zh: "vivid：适合照片，提亮暗部、增强细节；auto：从墨色到纸色；none：保持原样。",
    },
    widget: "select",
  }),
  caption: field(z.string().max(80).default(""), { label: { en: "Caption", zh: "说明文字" }, widget: "text" }),
})
type Settings = z.output<typeof settings>

export default defineMode<Photo, Settings>({
  id: "MY_ADAPTIVE",
  group: "personal",
  title: {
    en: "Photo Frame",
    zh: "相框",
    de: "Bilderrahmen",
    es: "Marco de fotos",
    fr: "Cadre photo",
    it: "Cornice",
    ja: "フォトフレーム",
    nl: "Fotolijst",
    "zh-Hant": "相框",
  },
  description: { en: "One picture, over the whole screen.", zh: "一张铺满屏幕的图片。" },
  icon: "picture",
  suits: { parts: ["afternoon", "evening", "night"] },
  settings,
  // What existing clients send: empty places are none, and pictures beyond the sixth are left out.
  dialect: {
    read: ({ image_urls: urls, ...own }) => ({
      ...own,
      ...(Array.isArray(urls) && {
        image_urls: urls.filter((url) => url !== "" && url !== null).slice(0, MAX_PICTURES),
      }),
    }),
    write: () => ({}),
  },
  data,
  cacheFor: 600,
  hourly: true,
  perUser: true,
  content: async (context) => {
    const { connection } = context.settings
    const url = pictureAt(context)
    if (url === undefined) return { data: fallback(context) }
    const upload = connection === "" ? UPLOAD.exec(url)?.[1] : undefined
    const answer =
      upload === undefined
        ? await context.source("picture", { url, connection })
        : await context.source("upload", { id: upload })
    const { id, ...size } = z
      .object({ id: z.string(), width: z.number().int().optional(), height: z.number().int().optional() })
      .parse(answer)
    const { width, height } = size
    return { data: { source: id, missing: false, ...(width && height && { size: { width, height } }) } }
  },
  fallback,
  view,
})

/** The picture whose turn it is: the next one each hour, and at the same hour each day. */
function pictureAt({
  settings: { image_url: first, image_urls: others = [] },
  day,
  hour = 0,
}: Pick<ContentContext<Settings>, "settings" | "day" | "hour">): string | undefined {
  const all = [...new Set([first, ...others])].filter((url) => url !== "")
  return all[(dayNumber(day.year, day.month, day.day) + hour) % all.length]
}

function fallback(context: ContentContext<Settings>): Photo {
  return { source: OWN, missing: pictureAt(context) !== undefined }
}

function view({ source, missing, size }: Photo, context: ViewContext<Settings>): Scene {
  const {
    language,
    settings: { fit, focus, dither, levels, caption },
  } = context
  // The caption is another picture's when that one is missing.
  const said = missing ? "" : caption.trim()
  const label = said || (source === OWN ? inLanguage(OWN_LABEL, language) : undefined)
  const picture = image(source, {
    fit,
    dither,
    levels,
    focus: source === OWN ? OWN_FOCUS : FOCUS[focus],
    ...(label !== undefined && { label }),
  })
  return {
    language,
    frame: "bare",
    body:
      missing || said !== ""
        ? mounted(
            picture,
            { text: missing ? inLanguage(MISSING, language) : said, spoken: missing },
            fit === "contain" ? (size ?? (source === OWN ? OWN_SIZE : undefined)) : undefined,
            context,
          )
        : stack({ grow: 1 }, picture),
  }
}

/** Lines of a caption at most. */
const LINES = { xs: 4, other: 3 } as const

/** A picture in a mount of paper, with words in italic below. `spoken`: they are not what the picture is labelled with. `size`: that of a whole picture, which its frame hugs. */
function mounted(
  picture: SceneNode,
  words: { readonly text: string; readonly spoken: boolean },
  size: Photo["size"] | undefined,
  { screen, width, height }: ViewContext<Settings>,
): SceneNode {
  const side = Math.round(Math.min(width, height) * 0.06)
  const [line, inset, gap, foot] = [lineWeight(1, screen), pixels(3, screen), pixels(6, screen), pixels(7, screen)]
  const most = screen.id === "xs" ? LINES.xs : LINES.other
  const caption = text(words.text, {
    role: "caption",
    family: "serif",
    slant: "italic",
    lines: most,
    leading: 1.2,
    fit: "shrink",
    minPx: 10,
    shrink: 0,
    spoken: words.spoken,
  })
  const room = { width: width - 2 * side, height: height - side - foot - gap }
  const hugs = size && huggingIn(room, size, { rim: 2 * (line + inset), words: words.text, most }, screen)
  const frame = column(
    { ...(hugs ? { height: hugs.height, shrink: 0 } : { grow: 1 }), border: line, padding: inset },
    picture,
  )
  const padding = [side, side, foot, side] as const
  if (!hugs) return column({ grow: 1, padding, gap }, frame, caption)
  return column(
    { grow: 1, padding, align: "center", justify: "center" },
    column({ width: hugs.width, gap, shrink: 0 }, frame, caption),
  )
}

/** The outer size of the largest frame round a whole picture that leaves its caption room. `rim`: pixels of the frame at two sides. */
function huggingIn(
  room: NonNullable<Photo["size"]>,
  size: NonNullable<Photo["size"]>,
  { rim, words, most }: { readonly rim: number; readonly words: string; readonly most: number },
  screen: ViewContext["screen"],
): NonNullable<Photo["size"]> {
  const px = captionPx(screen)
  const framed = (lines: number): NonNullable<Photo["size"]> => {
    const high = room.height - rim - Math.ceil(lines * px * 1.2)
    const scale = Math.min((room.width - rim) / size.width, high / size.height)
    return { width: Math.round(size.width * scale) + rim, height: Math.round(size.height * scale) + rim }
  }
  for (let lines = 1; lines < most; lines++) {
    const frame = framed(lines)
    if (linesOf(measured(words), px, frame.width) <= lines) return frame
  }
  return framed(most)
}
