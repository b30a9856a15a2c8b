import { useState } from 'preact/hooks'
import { ask } from '../client.ts'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { SubmitForm } from '../ui/form/submit-form.tsx'
import { EmailField } from './credential-fields.tsx'

export function ForgotPasswordPage() {
  const submission = useSubmit()
  const [email, setEmail] = useState('')
  const [detail, setDetail] = useState('')
  const submit = () => submission.run(async () => setDetail((await ask('request_password_reset', { email })).detail))
  return (
    <section class="card">
      <h1>Forgot your password?</h1>
      {detail === '' ? (
        <SubmitForm of={submission} act="Send a link" onSubmit={submit}>
          <EmailField of={submission} value={email} onValue={setEmail} />
        </SubmitForm>
      ) : (
        <p role="status">{detail}</p>
      )}
      <p>
        <a href={PATHS.signIn}>Back to sign-in</a>
      </p>
    </section>
  )
}
