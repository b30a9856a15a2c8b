import { useState } from 'preact/hooks'
import { ask, onSignedOut } from '../client.ts'
import { useMailToken } from '../mail-token.ts'
import { FormProblem } from '../parts/form-problem.tsx'
import { TextField } from '../parts/text-field.tsx'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'

/** Where the link of the reset mail leads. */
export function ResetPasswordPage() {
  const token = useMailToken()
  const submission = useSubmit()
  const [password, setPassword] = useState('')
  const [detail, setDetail] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    await submission.run(async () => {
      setDetail((await ask('complete_password_reset', { token, password })).detail)
      // All sessions have ended, that of this browser too.
      for (const told of onSignedOut) told()
    })
  }
  if (detail !== '') {
    return (
      <section class="card" role="status">
        <h1>The password is changed</h1>
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
          Open the link in the mail again, or <a href={PATHS.forgotPassword}>ask for another one</a>.
        </p>
      ) : (
        <form onSubmit={submit}>
          <TextField
            label="New password"
            type="password"
            autocomplete="new-password"
            required
            minLength={8}
            maxLength={200}
            value={password}
            onValue={setPassword}
            error={submission.error('password')}
            hint="8 characters or more. It signs you out everywhere; API keys go on working."
          />
          <FormProblem of={submission} />
          <button type="submit" class="primary" disabled={submission.isBusy}>
            Change the password
          </button>
        </form>
      )}
    </section>
  )
}
