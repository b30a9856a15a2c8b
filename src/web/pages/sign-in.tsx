import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ask } from '../client.ts'
import { Field } from '../parts/field.tsx'
import { PATHS } from '../paths.ts'
import { useSession } from '../session.tsx'
import { useSubmit } from '../submit.ts'

/** Stands in place of every page that needs an account; after it the page that was asked for is shown. */
export function SignInPage() {
  const { signedIn } = useSession()
  const { path, route } = useLocation()
  const submission = useSubmit()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    await submission.run(async () => signedIn(await ask('sign_in', { email, password })))
    if (path === PATHS.signIn) route(PATHS.market)
  }
  return (
    <section class="card">
      <h1>Sign in</h1>
      <form onSubmit={submit}>
        <Field label="E-mail" error={submission.error('email')}>
          {(ids) => (
            <input
              {...ids}
              type="email"
              autocomplete="username"
              required
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Password" error={submission.error('password')}>
          {(ids) => (
            <input
              {...ids}
              type="password"
              autocomplete="current-password"
              required
              value={password}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
          )}
        </Field>
        {submission.problem ? (
          <p class="error" role="alert">
            {submission.problem.message}
          </p>
        ) : null}
        <button type="submit" class="primary" disabled={submission.isBusy}>
          Sign in
        </button>
      </form>
      <p>
        <a href={PATHS.signUp}>Make an account</a> · <a href={PATHS.forgotPassword}>Forgot the password?</a>
      </p>
    </section>
  )
}
