import { useEffect, useId, useRef, useState } from "preact/hooks"
import type { ComponentChildren, JSX } from "preact"
import type { Fault } from "./api.js"
import { faultWords, issueWords, t } from "./language.js"

/** The heading of a view. It takes the focus, so that readers are told where they are. */
export function Title({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    document.title = `${heading.current?.textContent ?? ""} – Platen`
  })
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  )
}

/** What failed, in the server's words; with its remedy where a fault is of this page. */
export function FaultNote({ fault }: { readonly fault: Fault | undefined }): JSX.Element {
  return (
    <p class="fault" role="alert">
      {fault === undefined ? "" : sentenceOf(fault)}
    </p>
  )
}

function sentenceOf(fault: Fault): string {
  const { status } = fault
  return faultWords(fault) || (status === 0 ? t("fault.network") : t("fault.any", { status }))
}

/** The sentence of one field of a fault. `path`: as the server names it. */
export function issueOf(fault: Fault | undefined, path: string): string | undefined {
  const issue = fault?.issues.find((each) => each.path === path)
  return issue && issueWords(issue.message)
}

export function Busy({ label }: { readonly label?: string }): JSX.Element {
  return (
    <p class="busy" role="status">
      {label ?? t("busy")}
    </p>
  )
}

interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick?: () => void
  readonly kind?: "first" | "plain" | "quiet" | "danger"
  readonly isBusy?: boolean
  readonly submit?: boolean
  readonly label?: string | undefined
  readonly pressed?: boolean | undefined
  readonly isOff?: boolean | undefined
}

export function Button({
  children,
  onClick,
  kind = "plain",
  isBusy = false,
  submit = false,
  label,
  pressed,
  isOff,
}: ButtonProps): JSX.Element {
  return (
    <button
      type={submit ? "submit" : "button"}
      class={`button ${kind}`}
      aria-busy={isBusy}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={isOff === true || isBusy}
      onClick={(event) => {
        // Not "disabled": the button would lose the focus while it works, and with it whoever uses the keyboard.
        if (isBusy || isOff === true) event.preventDefault()
        else onClick?.()
      }}
    >
      {children}
    </button>
  )
}

interface FieldProps {
  readonly label: string
  readonly help?: string | undefined
  readonly fault?: string | undefined
  /** Gets the id of the input, and what describes it. */
  readonly children: (input: {
    readonly id: string
    readonly "aria-describedby"?: string
    readonly "aria-invalid"?: boolean
  }) => JSX.Element
}

/** Of a field that holds a text, whatever makes it. */
export interface TextProps {
  readonly label: string
  readonly help: string | undefined
  readonly fault: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

/** An input with its label, its help and its fault. */
export function Field({ label, help, fault, children }: FieldProps): JSX.Element {
  const id = useId()
  const described = [help ? `${id}-help` : "", fault ? `${id}-fault` : ""].filter(Boolean).join(" ")
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(described && { "aria-describedby": described }), ...(fault && { "aria-invalid": true }) })}
      {help && (
        <small id={`${id}-help`} class="help">
          {help}
        </small>
      )}
      {fault && (
        <small id={`${id}-fault`} class="fault">
          {fault}
        </small>
      )}
    </div>
  )
}

/** A password with a button that shows it. */
export function Password(props: {
  readonly label: string
  readonly help?: string
  readonly fault?: string | undefined
  readonly name: string
  readonly autocomplete: string
  readonly value: string
  readonly onInput: (value: string) => void
}): JSX.Element {
  const [isShown, setShown] = useState(false)
  const { label, help, fault, name, autocomplete, value, onInput } = props
  return (
    <Field label={label} help={help} fault={fault}>
      {(input) => (
        <span class="with-button">
          <input
            {...input}
            name={name}
            type={(isShown ? "text" : "password") as "password"}
            autocomplete={autocomplete}
            required
            maxLength={256}
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          <Button kind="quiet" pressed={isShown} onClick={() => setShown(!isShown)}>
            {t(isShown ? "entry.hide" : "entry.show")}
          </Button>
        </span>
      )}
    </Field>
  )
}

/** A dialog over the page. It closes by Escape, too. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" onClick={onClose}>
          {t("close")}
        </Button>
      </header>
      {children}
    </dialog>
  )
}

/** A form that only the script submits: Enter sends it, and typed values never stand in an address. */
export function Form({
  onSend,
  children,
  label,
}: {
  readonly onSend: () => void
  readonly children: ComponentChildren
  readonly label?: string
}): JSX.Element {
  return (
    <form
      method="post"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      {children}
    </form>
  )
}

/** A text to take elsewhere, such as a link that is shown once. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const input = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = (): void => {
    input.current?.select()
    // The newer way needs https, which few servers at home have.
    setCopied(document.execCommand("copy"))
  }
  return (
    <span class="with-button">
      <input
        ref={input}
        class="copyable"
        type="text"
        readOnly
        aria-label={label}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button onClick={copy}>{t("copy")}</Button>
      <span role="status">{isCopied ? t("copied") : ""}</span>
    </span>
  )
}

/** Names with their values. */
export function Facts({ rows }: { readonly rows: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <dl class="facts-list">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the server has said of a save, without refusing it. */
export function Warnings({ sentences }: { readonly sentences: readonly string[] }): JSX.Element {
  return (
    <ul class="warnings" role="status">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

/** Chooses a picture of the person's own. */
export function PictureInput(props: {
  readonly label: string
  readonly help: string
  readonly onChoose: (file: File | undefined) => void
}): JSX.Element {
  return (
    <Field label={props.label} help={props.help}>
      {(input) => (
        <input
          {...input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/gif"
          onChange={(event) => props.onChoose(event.currentTarget.files?.[0])}
        />
      )}
    </Field>
  )
}

/** A password that is chosen anew. */
export function NewPassword(props: {
  readonly fault: Fault | undefined
  readonly value: string
  readonly onInput: (value: string) => void
}): JSX.Element {
  const { fault, value, onInput } = props
  return (
    <Password
      label={t("account.new")}
      help={t("entry.passwordHelp")}
      fault={issueOf(fault, "password")}
      name="password"
      autocomplete="new-password"
      value={value}
      onInput={onInput}
    />
  )
}
