import { useState } from 'preact/hooks'
import { ask } from '../client.ts'
import { useSubmit } from '../submit.ts'
import { SubmitForm } from '../ui/form/submit-form.tsx'
import { NewPasswordField, PasswordField } from './credential-fields.tsx'
import { useAccount } from './session.tsx'

/** Changes the password; `onChanged` reads the list of sessions again. */
export function ChangePassword({ onChanged }: { readonly onChanged: () => void }) {
  const { email } = useAccount()
  const submission = useSubmit()
  const [password, setPassword] = useState('')
  const [next, setNext] = useState('')
  const [ended, setEnded] = useState<number | null>(null)
  const submit = async () => {
    setEnded(null)
    const isChanged = await submission.run(async () => {
      setEnded((await ask('change_password', { password, new_password: next })).ended_sessions)
    })
    if (!isChanged) return
    setPassword('')
    setNext('')
    onChanged()
  }
  return (
    <SubmitForm of={submission} act="Change the password" onSubmit={submit}>
      {/* Password managers take the account from here. */}
      <input type="email" autocomplete="username" value={email} readOnly hidden />
      <PasswordField of={submission} label="Present password" value={password} onValue={setPassword} />
      <NewPasswordField
        of={submission}
        label="New password"
        name="new_password"
        value={next}
        onValue={setNext}
        hint="Your other sessions end; API keys stay valid."
      />
      {ended === null ? null : (
        <p role="status">
          The password is changed. {ended === 0 ? 'There were no other sessions.' : `Other sessions ended: ${ended}.`}
        </p>
      )}
    </SubmitForm>
  )
}
