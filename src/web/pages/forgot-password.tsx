import { useState } from 'preact/hooks'
import { ask } from '../client.ts'
import { FormProblem } from '../parts/form-problem.tsx'
import { TextField } from '../parts/text-field.tsx'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'

export function ForgotPasswordPage() {
  const submission = useSubmit()
  const [email, setEmail] = useState('')
  const [detail, setDetail] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    await submission.run(async () => setDetail((await ask('request_password_reset', { email })).detail))
  }
  return (
    <section class="card">
      <h1>Forgot the password?</h1>
      {detail === '' ? (
        <form onSubmit={submit}>
          <TextField
            label="E-mail"
            type="email"
            autocomplete="username"
            required
            value={email}
            onValue={setEmail}
            error={submission.error('email')}
          />
          <FormProblem of={submission} />
          <button type="submit" class="primary" disabled={submission.isBusy}>
            Send a link
          </button>
        </form>
      ) : (
        <p role="status">{detail}</p>
      )}
      <p>
        <a href={PATHS.signIn}>Back to the sign-in</a>
      </p>
    </section>
  )
}
