import { useState } from 'preact/hooks'
import { useAnswer } from '../answer.ts'
import { ask } from '../client.ts'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { SubmitForm } from '../ui/form/submit-form.tsx'
import { EmailField, NewPasswordField } from './credential-fields.tsx'
import { useMailToken } from './mail-token.ts'

/** Sign-up, for whom the service allows it. The link of an invitation leads here, too. */
export function SignUpPage() {
  const invitation = useMailToken()
  const { answer } = useAnswer('show_sign_ups', {})
  if (answer?.mode === 'closed') return <NoSignUp reason="Sign-ups are closed on this service." />
  if (answer?.mode === 'invite' && invitation === '')
    return <NoSignUp reason="You need an invitation to sign up. Open the link of your invitation again." />
  return <SignUpForm invitation={answer?.mode === 'invite' ? invitation : undefined} />
}

function NoSignUp({ reason }: { readonly reason: string }) {
  return (
    <section class="card">
      <h1>Create an account</h1>
      <p>{reason}</p>
      <p>The operator of this service creates accounts and invitations.</p>
      <p>
        Already have an account? <a href={PATHS.signIn}>Sign in</a>
      </p>
    </section>
  )
}

/** The answer is the same for every address, so that it does not reveal whether one is registered. */
function SignUpForm({ invitation }: { readonly invitation: string | undefined }) {
  const submission = useSubmit()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isSent, setSent] = useState(false)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const submit = async () => {
    const details = { email, password, time_zone: zone, ...(invitation && { invitation }) }
    if (await submission.run(() => ask('sign_up', details))) setSent(true)
  }
  if (isSent) return <MailSent email={email} again={() => setSent(false)} />
  return (
    <section class="card">
      <h1>Create an account</h1>
      {invitation ? <p>You are invited. Your invitation works for one address.</p> : null}
      <SubmitForm of={submission} act="Create account" onSubmit={submit}>
        <EmailField of={submission} value={email} onValue={setEmail} />
        <NewPasswordField
          of={submission}
          label="Password"
          name="password"
          value={password}
          onValue={setPassword}
          hint="Several words are easy to remember and hard to guess."
        />
        <p class="quiet">Your time zone for days and quiet hours is {zone}. You can change it later.</p>
      </SubmitForm>
      <p>
        Already have an account? <a href={PATHS.signIn}>Sign in</a>
      </p>
    </section>
  )
}

function MailSent({ email, again }: { readonly email: string; readonly again: () => void }) {
  return (
    <section class="card" role="status">
      <h1>Check your e-mail</h1>
      <p>
        We have sent a mail to <strong>{email}</strong>. Open its link to confirm the address; it works once, for 24
        hours.
      </p>
      <p class="quiet">If no mail arrives, ask the operator of this service.</p>
      <p>
        <button type="button" class="link" onClick={again}>
          Another address
        </button>{' '}
        · <a href={PATHS.signIn}>Sign in</a>
      </p>
    </section>
  )
}
