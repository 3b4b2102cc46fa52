import { inLanguage, PlatenError } from "platen/sdk"
import type { Localised, Log } from "platen/sdk"
import type { Picture } from "platen/sdk/mode"
import type { Preview } from "./service.js"

type Fields = Readonly<Record<string, string | boolean>>

const DRAWING: Localised = { en: "Drawing the page...", zh: "正在绘制页面……" }
const DONE: Localised = { en: "Done", zh: "完成" }
const FAILED: Localised = {
  en: "The page could not be drawn: the server's log says why.",
  zh: "页面没能画出来，原因见服务器日志。",
}

/** A preview as events, each sent as it happens. Ends after "result" or "error"; never throws. `language`: of what is said until the page's own is known. */
export async function* streamed(preview: () => Promise<Preview>, language = "en", log: Log): AsyncGenerator<string> {
  yield event("status", { stage: "drawing", message: inLanguage(DRAWING, language) })
  yield await last(preview, language, log)
}

async function last(preview: () => Promise<Preview>, language: string, log: Log): Promise<string> {
  try {
    const { picture, language: written } = await preview()
    return picture.origin === "notice" ? failure(picture.failure ?? "draw-failed", written) : result(picture, written)
  } catch (error) {
    if (error instanceof PlatenError)
      return event("error", {
        error: error.message,
        code: error.code,
        message: error.message,
        requires_invite_code: false,
      })
    log.error({ err: error }, "preview.failed")
    return failure("internal", language)
  }
}

function result(picture: Picture, language: string): string {
  return event("result", {
    stage: "done",
    message: inLanguage(DONE, language),
    persona: picture.mode ?? "",
    cache_hit: picture.cached,
    usage_source: "server_api_key",
    image_url: `data:${picture.type};base64,${Buffer.from(picture.bytes).toString("base64")}`,
    preview_status: statusOf(picture),
    llm_required: false,
  })
}

/** The sentence of a failure that is nobody's fault but ours stays in the log. */
function failure(code: string, language: string): string {
  const message = inLanguage(FAILED, language)
  return event("error", { error: message, code, message, requires_invite_code: false })
}

/** Where a preview's content came from, in the words of existing pages. */
export function statusOf({ isFallback }: Picture): "no_llm_required" | "fallback_used" {
  return isFallback ? "fallback_used" : "no_llm_required"
}

/** One event. Existing clients read the data with a space after each comma and colon. */
function event(name: string, fields: Fields): string {
  const data = Object.entries(fields)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(", ")
  return `event: ${name}\ndata: {${data}}\n\n`
}
