import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { relyingParty } from '../../accounts/domain/passkey.ts'
import { ask, Problem, type SecondFactor } from '../client.ts'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { SubmitForm } from '../ui/form/submit-form.tsx'
import { EmailField, PasswordField } from './credential-fields.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStep } from './second-step.tsx'
import { useSession } from './session.tsx'

/** Replaces every page that needs an account; afterwards the requested page appears. */
export function SignInPage() {
  const { account, signedIn } = useSession()
  const { path, route } = useLocation()
  const submission = useSubmit()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [awaited, setAwaited] = useState<SecondFactor | null>(null)
  const enter = () => {
    if (path === PATHS.signIn) route(PATHS.market)
  }
  useEffect(() => {
    if (account) enter()
  }, [account])
  const submit = () =>
    submission.run(async () => {
      const answer = await ask('sign_in', { email, password }).catch(awaitedFactor)
      if ('token' in answer) return setAwaited(answer)
      signedIn(answer)
      enter()
    })
  const restart = () => {
    setAwaited(null)
    setPassword('')
  }
  if (awaited) return <SecondStep awaited={awaited} onSignedIn={enter} restart={restart} />
  return (
    <section class="card">
      <h1>Sign in</h1>
      <SubmitForm of={submission} act="Sign in" onSubmit={submit}>
        <EmailField of={submission} value={email} onValue={setEmail} />
        <PasswordField of={submission} label="Password" value={password} onValue={setPassword} />
      </SubmitForm>
      {relyingParty(location.origin) ? <PasskeyButton onSignedIn={enter} /> : null}
      <p>
        <a href={PATHS.signUp}>Create an account</a> · <a href={PATHS.forgotPassword}>Forgot your password?</a>
      </p>
    </section>
  )
}

/** The second step that the service asks for; any other error stays one. */
function awaitedFactor(error: unknown) {
  if (error instanceof Problem && error.secondFactor) return error.secondFactor
  throw error
}
