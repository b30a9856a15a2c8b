import { useState } from 'preact/hooks'
import { ask } from '../client.ts'
import { FormProblem } from '../parts/form-problem.tsx'
import { TextField } from '../parts/text-field.tsx'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'

/** A new account. The answer is the same for every address, so that nobody learns whose it is. */
export function SignUpPage() {
  const submission = useSubmit()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isSent, setSent] = useState(false)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const submit = async (event: Event) => {
    event.preventDefault()
    if (await submission.run(() => ask('sign_up', { email, password, time_zone: zone }))) setSent(true)
  }
  if (isSent) return <MailSent email={email} again={() => setSent(false)} />
  return (
    <section class="card">
      <h1>Make an account</h1>
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
        <TextField
          label="Password"
          type="password"
          autocomplete="new-password"
          required
          minLength={8}
          maxLength={200}
          value={password}
          onValue={setPassword}
          error={submission.error('password')}
          hint="8 characters or more. Several words are easy to keep and hard to guess."
        />
        <p class="quiet">Days and quiet hours are read in {zone}; you can change that later.</p>
        <FormProblem of={submission} />
        <button type="submit" class="primary" disabled={submission.isBusy}>
          Make the account
        </button>
      </form>
      <p>
        Have one? <a href={PATHS.signIn}>Sign in</a>
      </p>
    </section>
  )
}

function MailSent({ email, again }: { readonly email: string; readonly again: () => void }) {
  return (
    <section class="card" role="status">
      <h1>Look into your mailbox</h1>
      <p>
        A mail is on its way to <strong>{email}</strong>. Open its link to confirm the address; it works once, for 24
        hours.
      </p>
      <p class="quiet">A service without a mail server writes the mail to its log, where its operator finds it.</p>
      <p>
        <button type="button" class="link" onClick={again}>
          Another address
        </button>{' '}
        · <a href={PATHS.signIn}>Sign in</a>
      </p>
    </section>
  )
}
