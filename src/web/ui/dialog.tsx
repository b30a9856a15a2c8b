import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import './dialog.css'

interface DialogProps {
  readonly title: string
  readonly close: () => void
  /** A drawer takes the height of the window at its right edge. */
  readonly kind?: 'dialog' | 'drawer'
  readonly children: ComponentChildren
}

/** A modal dialog, open while it is rendered. Escape and a click outside close it, and the focus returns. */
export function Dialog({ title, close, kind = 'dialog', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before the next frame: what is typed right after the dialog was asked for belongs to it.
  useLayoutEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog natively
    <dialog
      ref={dialog}
      aria-labelledby={id}
      class="dialog"
      data-kind={kind}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div class="dialog-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly act: string
  readonly isBusy: boolean
  readonly error?: string | undefined
  readonly onConfirm: () => void
  readonly close: () => void
  readonly children: ComponentChildren
}

/** Confirms an action that cannot be undone. */
export function Confirm({ title, act, isBusy, error, onConfirm, close, children }: ConfirmProps) {
  return (
    <Dialog title={title} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm()
        }}
      >
        {children}
        {error ? (
          <p class="error" role="alert">
            {error}
          </p>
        ) : null}
        <div class="dialog-acts">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="danger" disabled={isBusy}>
            {act}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
