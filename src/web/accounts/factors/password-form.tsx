import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useSubmit } from '../../submit.ts'
import { SubmitForm } from '../../ui/form/submit-form.tsx'
import { PasswordField } from '../credential-fields.tsx'

interface PasswordFormProps {
  /** The text of the button. */
  readonly act: string
  readonly run: (password: string) => Promise<unknown>
  readonly cancel: () => void
  readonly children?: ComponentChildren
}

/** A change of the sign-in that needs the password. */
export function PasswordForm({ act, run, cancel, children }: PasswordFormProps) {
  const submission = useSubmit()
  const [password, setPassword] = useState('')
  return (
    <SubmitForm of={submission} act={act} onSubmit={() => submission.run(() => run(password))} cancel={cancel}>
      {children}
      <PasswordField of={submission} label="Your password" value={password} onValue={setPassword} />
    </SubmitForm>
  )
}
