import { FRAMES, screenClass, text } from "platen/sdk/mode"
import type { FrameContext, Scene, SceneNode } from "platen/sdk/mode"
import plugin from "../../../../plugins/pages/frame/index.js"
import { skyOf } from "../../../../plugins/pages/pages/sky.js"
import { wordsIn } from "../../../words.js"
import { setUp } from "../../../set-up.js"

const [given] = (await setUp(plugin, {}, {})).to(FRAMES)
export const frame = given!

export const BODY = text("body")

/** 09:05 on Saturday 21 November 2026 on a screen of 400 x 300, in English. */
export function frameContext(parts: Partial<FrameContext> = {}): FrameContext {
  const { width = 400, height = 300, language = "en" } = parts
  return {
    settings: {},
    language,
    now: { year: 2026, month: 11, day: 21, weekday: 6, hour: 9, minute: 5, epoch: 0 },
    timeZone: "UTC",
    sky: (day) => skyOf(day, undefined, "UTC"),
    width,
    height,
    screen: screenClass(width, height),
    palette: "bw",
    words: wordsIn(language),
    mode: { id: "MINE", title: "Mine", icon: "sun" },
    ...parts,
  }
}

/** A page in its frame. */
export function framed(context: Partial<FrameContext> = {}, scene: Partial<Scene> = {}): SceneNode {
  const whole = { body: BODY, language: "en", ...scene }
  return frame.wrap(whole.body, whole, frameContext(context))
}

/** Every node below one, itself first. */
export function all(node: SceneNode): SceneNode[] {
  return [node, ...("children" in node ? node.children.flatMap(all) : [])]
}
