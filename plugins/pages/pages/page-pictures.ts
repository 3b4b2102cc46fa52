import { Unauthenticated } from "platen/sdk"
import type { DitheredImages, ImageBox, Palette, Pictures } from "platen/sdk/drawing"
import type { DrawRequest, Turn } from "platen/sdk/mode"

/** Dithers the pictures of a page to the sizes of their boxes, in a palette's inks. Rejects with NotFound for an unknown picture. */
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

/** Throws Unauthenticated when a page with photographs is too large for an anonymous caller. */
export function checkPhotos({ width, height, stranger }: Pick<DrawRequest, "width" | "height" | "stranger">): void {
  if (width * height > (stranger?.photoPixels ?? Infinity))
    throw new Unauthenticated(
      "A page of this size with photographs requires signing in: sign in, or request 800 x 480 pixels.",
      { code: "sign-in-needed" },
    )
}
