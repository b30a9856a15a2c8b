import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { PasswordField } from '../accounts/credential-fields.tsx'
import { useAnswer } from '../answer.ts'
import { useSubmit } from '../submit.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SubmitForm } from '../ui/form/submit-form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Answered } from '../ui/states.tsx'

export interface Proof {
  readonly password?: string
  readonly code?: string
}

interface ProofDialogProps {
  readonly title: string
  /** The text of the button. */
  readonly act: string
  readonly run: (proof: Proof) => Promise<unknown>
  readonly close: () => void
  readonly children: ComponentChildren
}

/** An action that needs a new proof of the operator: the password, or a code of the authenticator app. */
export function ProofDialog(props: ProofDialogProps) {
  const status = useAnswer('operator_status', {})
  return (
    <Dialog title={props.title} close={props.close}>
      <Answered of={status}>{({ proof }) => <ProofForm {...props} kind={proof} />}</Answered>
    </Dialog>
  )
}

function ProofForm({ act, run, close, children, kind }: ProofDialogProps & { readonly kind: 'password' | 'code' }) {
  const submission = useSubmit()
  const [text, setText] = useState('')
  const submit = async () => {
    const isDone = await submission.run(() => run(kind === 'code' ? { code: text } : { password: text }))
    if (isDone) close()
    // A code works once.
    else if (kind === 'code') setText('')
  }
  return (
    <SubmitForm of={submission} act={act} onSubmit={submit} cancel={close}>
      {children}
      {kind === 'code' ? (
        <TextField
          label="New code of your authenticator app"
          autocomplete="one-time-code"
          required
          maxLength={40}
          value={text}
          onValue={setText}
          error={submission.error('code')}
        />
      ) : (
        <PasswordField of={submission} label="Your password" value={text} onValue={setText} />
      )}
    </SubmitForm>
  )
}
