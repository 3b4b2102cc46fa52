import { Unauthenticated } from "platen/sdk"
import type { DitheredImages, ImageBox, Palette, Pictures } from "platen/sdk/drawing"
import type { DrawRequest, Turn } from "platen/sdk/mode"

/** The pictures of a page, as large as the boxes that they get, in a palette's inks. Rejects with NotFound for a picture that is not there. */
export async function ditheredOn(
  boxes: readonly ImageBox[],
  palette: Palette,
  pictures: Pick<Pictures, "dithered">,
  turn: Turn | undefined,
): Promise<DitheredImages> {
  const all = boxes.map(
    async ({ image, width, height }) => [image, await pictures.dithered(image, width, height, palette, turn)] as const,
  )
  return new Map(await Promise.all(all))
}

/** Throws Unauthenticated for a page with photographs that is larger than a stranger may have one. */
export function checkPhotos({ width, height, stranger }: Pick<DrawRequest, "width" | "height" | "stranger">): void {
  if (width * height > (stranger?.photoPixels ?? Infinity))
    throw new Unauthenticated(
      "A page of this size with photographs on it is for people who sign in: sign in, or ask for 800 x 480 pixels.",
      { code: "sign-in-needed" },
    )
}
