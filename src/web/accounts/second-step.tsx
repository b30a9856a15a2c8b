import { useState } from 'preact/hooks'
import { ask, type SecondFactor } from '../client.ts'
import { useSubmit } from '../submit.ts'
import { SubmitForm } from '../ui/form/submit-form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { useSession } from './session.tsx'

interface SecondStepProps {
  readonly awaited: SecondFactor
  readonly onSignedIn: () => void
  /** Back to the password. */
  readonly restart: () => void
}

/** The second step of a sign-in: a passkey or a code. */
export function SecondStep({ awaited: { token, methods }, onSignedIn, restart }: SecondStepProps) {
  const hasPasskey = methods.includes('passkey')
  return (
    <section class="card">
      <h1>Second factor</h1>
      {hasPasskey ? <PasskeyButton token={token} onSignedIn={onSignedIn} isPrimary /> : null}
      {methods.some((method) => method !== 'passkey') ? (
        <CodeForm token={token} hasApp={methods.includes('totp')} onSignedIn={onSignedIn} />
      ) : null}
      <p>
        <button type="button" class="link" onClick={restart}>
          Start again
        </button>
      </p>
      <p class="quiet">Without device and recovery codes, the operator of this service can remove the factor.</p>
    </section>
  )
}

interface CodeFormProps {
  readonly token: string
  readonly hasApp: boolean
  readonly onSignedIn: () => void
}

function CodeForm({ token, hasApp, onSignedIn }: CodeFormProps) {
  const { signedIn } = useSession()
  const submission = useSubmit()
  const [code, setCode] = useState('')
  const submit = async () => {
    const isDone = await submission.run(async () => signedIn(await ask('complete_sign_in', { token, code })))
    if (isDone) onSignedIn()
    else setCode('')
  }
  return (
    <SubmitForm of={submission} act="Continue" isPrimary={hasApp} onSubmit={submit}>
      <TextField
        label="Code"
        autocomplete="one-time-code"
        required
        maxLength={40}
        value={code}
        onValue={setCode}
        error={submission.error('code')}
        hint={hasApp ? 'The six digits of your authenticator app, or a recovery code.' : 'A recovery code.'}
      />
    </SubmitForm>
  )
}
