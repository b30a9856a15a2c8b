import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  /** The error, from the service. */
  readonly error?: string | undefined
  readonly hint?: ComponentChildren
  /** Gets the ids that link the control with its label, hint and error. */
  readonly children: (ids: {
    readonly id: string
    readonly 'aria-describedby': string | undefined
    readonly 'aria-invalid': boolean | undefined
  }) => ComponentChildren
}

/** A form control with its label, hint and error. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint ? (
        <small id={`${id}-hint`} class="hint">
          {hint}
        </small>
      ) : null}
      {error ? (
        <small id={`${id}-error`} class="error">
          {error}
        </small>
      ) : null}
    </div>
  )
}
