import { useEffect, useRef, useState } from "preact/hooks"
import type { JSX } from "preact"
import { call, Fault } from "../kit/api.js"
import { t } from "../kit/language.js"
import { useWork } from "../kit/load.js"
import { Button, FaultNote, Field, PictureInput } from "../kit/parts.js"
import type { Size } from "../kit/screens.js"
import type { Shared } from "./screen.js"

/** Where a picture is cut: its part at the centre of the glass, from 0 to 1 in both directions, and how far it is enlarged. */
interface Crop {
  readonly x: number
  readonly y: number
  readonly zoom: number
}
const CENTRE: Crop = { x: 0.5, y: 0.5, zoom: 1 }

/** A photo for the screen: cut to its glass, and shown once. */
export function Photo({ mac, size, again }: Shared): JSX.Element {
  const [image, setImage] = useState<ImageBitmap | undefined>(undefined)
  const [crop, setCrop] = useState(CENTRE)
  const [sent, setSent] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const work = useWork()
  useEffect(() => {
    if (image && canvas.current) drawCut(canvas.current, image, crop)
  }, [image, crop])
  const choose = (file: File | undefined): void => {
    setSent(false)
    if (!file) return setImage(undefined)
    setCrop(CENTRE)
    void work.run(async () => {
      setImage(
        await createImageBitmap(file).catch(() => {
          throw new Fault(0, { message: t("photo.unreadable") })
        }),
      )
    })
  }
  const send = (): void =>
    void work
      .run(async () => {
        const file = await fileOf(canvas.current!)
        await call("POST", `api/device/${mac}/apply-preview?mode=${encodeURIComponent(t("photo.label"))}`, file)
      })
      .then((done) => {
        setSent(done)
        again()
      })
  return (
    <section>
      <h2>{t("photo.title")}</h2>
      <PictureInput label={t("photo.choose")} help={t("photo.help")} onChoose={choose} />
      {image && (
        <>
          <span
            class="glass small"
            style={{ "--ratio": `${size.width} / ${size.height}`, "--wide": size.width / size.height }}
          >
            <canvas ref={canvas} {...sizeOf(size)} role="img" aria-label={t("photo.cut")} />
          </span>
          <Cut crop={crop} onChange={setCrop} />
          <p class="buttons">
            <Button kind="first" isBusy={work.isBusy} onClick={send}>
              {t("photo.send")}
            </Button>
          </p>
        </>
      )}
      <FaultNote fault={work.fault} />
      <p role="status">{sent ? t("note.sent") : ""}</p>
    </section>
  )
}

function sizeOf({ width, height }: Size): { readonly width: number; readonly height: number } {
  return { width, height }
}

/** Three sliders: they work by keyboard, by finger and with a reader. */
function Cut({ crop, onChange }: { readonly crop: Crop; readonly onChange: (crop: Crop) => void }): JSX.Element {
  const slider = (name: keyof Crop, label: string, min: number, max: number): JSX.Element => (
    <Field label={label}>
      {(input) => (
        <input
          {...input}
          type="range"
          min={min}
          max={max}
          step={0.01}
          value={crop[name]}
          onInput={(event) => onChange({ ...crop, [name]: event.currentTarget.valueAsNumber })}
        />
      )}
    </Field>
  )
  return (
    <div class="grid">
      {slider("zoom", t("photo.zoom"), 1, 4)}
      {slider("x", t("photo.x"), 0, 1)}
      {slider("y", t("photo.y"), 0, 1)}
    </div>
  )
}

/** Draws the part of a picture that is chosen, over the whole canvas. */
function drawCut(canvas: HTMLCanvasElement, image: ImageBitmap, { x, y, zoom }: Crop): void {
  const scale = Math.max(canvas.width / image.width, canvas.height / image.height) * zoom
  const [width, height] = [canvas.width / scale, canvas.height / scale]
  const [left, top] = [(image.width - width) * x, (image.height - height) * y]
  const context = canvas.getContext("2d")!
  context.fillStyle = "white"
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height)
}

async function fileOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const file = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png")
  })
  if (!file) throw new Fault(0, { message: t("photo.unreadable") })
  return file
}
