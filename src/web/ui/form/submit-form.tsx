import type { ComponentChildren } from 'preact'
import type { Submission } from '../../submit.ts'
import { FormProblem } from './form-problem.tsx'

interface SubmitFormProps {
  readonly of: Submission
  /** The text of the button. */
  readonly act: string
  readonly onSubmit: () => unknown
  /** What a missing plan would allow, for the notice. */
  readonly what?: string
  readonly isPrimary?: boolean
  readonly class?: string
  /** Shows a button that leaves the form. */
  readonly cancel?: () => void
  /** Shown beside the button. */
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}

/** A form with its error and its button, which is disabled while a submission runs. */
export function SubmitForm({
  of,
  act,
  onSubmit,
  what,
  isPrimary = true,
  cancel,
  aside,
  children,
  ...rest
}: SubmitFormProps) {
  const button = (
    <button type="submit" class={isPrimary ? 'primary' : ''} disabled={of.isBusy}>
      {act}
    </button>
  )
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <FormProblem of={of} {...(what ? { what } : {})} />
      {cancel || aside ? (
        <p class="row">
          {button}
          {cancel ? (
            <button type="button" onClick={cancel}>
              Cancel
            </button>
          ) : null}
          {aside}
        </p>
      ) : (
        button
      )}
    </form>
  )
}
