import { useState } from "preact/hooks"
import type { JSX } from "preact"
import { address, call } from "../kit/api.js"
import { t } from "../kit/language.js"
import { useWork } from "../kit/load.js"
import { FaultNote, Field, PictureInput } from "../kit/parts.js"
import type { TextProps } from "../kit/parts.js"

/** A picture: a file of the person, or an address. */
export function PictureField({ label, help, fault, value, onChange }: TextProps): JSX.Element {
  const [isChosen, setChosen] = useState(false)
  const work = useWork()
  const choose = (file: File | undefined): void => {
    if (!file) return
    void work
      .run(async () => onChange((await call<{ url: string }>("POST", "api/uploads", file)).url))
      .then((done) => setChosen(done))
  }
  const own = value.startsWith("/") ? address(value.slice(1)) : ""
  return (
    <fieldset>
      <legend>{label}</legend>
      <PictureInput label={t("picture.file")} help={t("picture.fileHelp")} onChoose={choose} />
      {isChosen && own !== "" && <img class="thumbnail" src={own} alt={t("picture.chosen")} />}
      <Field label={t("picture.address")} help={help} fault={fault}>
        {(input) => (
          <input
            {...input}
            type="text"
            inputMode="url"
            value={value}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Field>
      <FaultNote fault={work.fault} />
    </fieldset>
  )
}
