import { useState } from 'preact/hooks'
import { ask } from '../client.ts'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { FormProblem } from '../ui/form/form-problem.tsx'
import { useMailToken } from './mail-token.ts'
import { useSession } from './session.tsx'

/** The page behind the link of the confirmation mail. A click confirms, because mail scanners open links too. */
export function VerifyEmailPage() {
  const token = useMailToken()
  const { account, renew } = useSession()
  const submission = useSubmit()
  const [isDone, setDone] = useState(false)
  const confirm = async () => {
    if (!(await submission.run(() => ask('verify_email', { token })))) return
    setDone(true)
    if (account) renew()
  }
  if (isDone) {
    return (
      <section class="card" role="status">
        <h1>Address confirmed</h1>
        <p>{account ? <a href={PATHS.market}>Go to the market</a> : <a href={PATHS.signIn}>Sign in</a>} to continue.</p>
      </section>
    )
  }
  return (
    <section class="card">
      <h1>Confirm your address</h1>
      {token === '' ? (
        <p>
          Open the link in the mail again, or <a href={PATHS.signUp}>sign up again</a> with the same address for another
          mail.
        </p>
      ) : (
        <>
          <p>The password of this sign-up becomes the password of the account.</p>
          <FormProblem of={submission} />
          <button type="button" class="primary" disabled={submission.isBusy} onClick={confirm}>
            Confirm the address
          </button>
        </>
      )}
    </section>
  )
}
