import { useState } from 'preact/hooks'
import { type AnswerOf, ask } from '../../client.ts'
import { useSubmit } from '../../submit.ts'
import { CopyText } from '../../ui/form/copy-text.tsx'
import { SubmitForm } from '../../ui/form/submit-form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { QrCode } from './qr-code.tsx'

interface ConfirmAppProps {
  readonly app: AnswerOf<'start_totp'>
  readonly onConfirmed: (recoveryCodes: readonly string[] | null) => void
  readonly cancel: () => void
}

/** The secret of an authenticator app, and the first code of it. */
export function ConfirmApp({ app, onConfirmed, cancel }: ConfirmAppProps) {
  const submission = useSubmit()
  const [code, setCode] = useState('')
  const confirm = () => submission.run(async () => onConfirmed((await ask('confirm_totp', { code })).recovery_codes))
  return (
    <SubmitForm of={submission} act="Confirm" onSubmit={confirm} cancel={cancel}>
      <p>Scan this code with an authenticator app, or type the secret into it.</p>
      <QrCode text={app.uri} label="QR code for an authenticator app" />
      <CopyText label="Secret" text={app.secret} />
      <TextField
        label="Code"
        autocomplete="one-time-code"
        inputMode="numeric"
        required
        maxLength={10}
        value={code}
        onValue={setCode}
        error={submission.error('code')}
        hint="The six digits that the app shows now."
      />
    </SubmitForm>
  )
}
