import { useState } from 'preact/hooks'
import { ask, onSignedOut } from '../client.ts'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { SubmitForm } from '../ui/form/submit-form.tsx'
import { NewPasswordField } from './credential-fields.tsx'
import { useMailToken } from './mail-token.ts'

/** The page behind the link of the reset mail. */
export function ResetPasswordPage() {
  const token = useMailToken()
  const submission = useSubmit()
  const [password, setPassword] = useState('')
  const [detail, setDetail] = useState('')
  const submit = () =>
    submission.run(async () => {
      setDetail((await ask('complete_password_reset', { token, password })).detail)
      // All sessions have ended, including this one.
      for (const listener of onSignedOut) listener()
    })
  if (detail !== '') {
    return (
      <section class="card" role="status">
        <h1>Password changed</h1>
        <p>{detail}</p>
        <a class="button primary" href={PATHS.signIn}>
          Sign in
        </a>
      </section>
    )
  }
  return (
    <section class="card">
      <h1>Choose a new password</h1>
      {token === '' ? (
        <p>
          Open the link in the mail again, or <a href={PATHS.forgotPassword}>request another one</a>.
        </p>
      ) : (
        <SubmitForm of={submission} act="Change the password" onSubmit={submit}>
          <NewPasswordField
            of={submission}
            label="New password"
            name="password"
            value={password}
            onValue={setPassword}
            hint="All sessions end; API keys stay valid."
          />
        </SubmitForm>
      )}
    </section>
  )
}
