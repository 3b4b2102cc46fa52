import sharp from "sharp"

const GAP = 12

/** Writes pictures of one size side by side, on grey, to a PNG file of few colours. `width`, `height`: pixels of each picture. */
export async function sideBySide(pictures, { width, height, columns }, file) {
  const canvas = {
    width: columns * (width + GAP) + GAP,
    height: Math.ceil(pictures.length / columns) * (height + GAP) + GAP,
    channels: 3,
    background: "#888",
  }
  const placed = pictures.map((input, i) => ({
    input,
    left: GAP + (i % columns) * (width + GAP),
    top: GAP + Math.floor(i / columns) * (height + GAP),
  }))
  await sharp({ create: canvas }).composite(placed).png({ palette: true, compressionLevel: 9 }).toFile(file)
}
