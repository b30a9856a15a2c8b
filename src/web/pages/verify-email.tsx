import { useState } from 'preact/hooks'
import { ask } from '../client.ts'
import { useMailToken } from '../mail-token.ts'
import { FormProblem } from '../parts/form-problem.tsx'
import { PATHS } from '../paths.ts'
import { useSession } from '../session.tsx'
import { useSubmit } from '../submit.ts'

/** Where the link of the first mail leads. A click confirms, since programs that check mails open links too. */
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
        <h1>The address is confirmed</h1>
        <p>{account ? <a href={PATHS.market}>Go to the market</a> : <a href={PATHS.signIn}>Sign in</a>} to go on.</p>
      </section>
    )
  }
  return (
    <section class="card">
      <h1>Confirm your address</h1>
      {token === '' ? (
        <p>
          Open the link in the mail again, or <a href={PATHS.signUp}>sign up once more</a> with the same address for
          another mail.
        </p>
      ) : (
        <>
          <p>The password chosen at this sign-up becomes that of the account.</p>
          <FormProblem of={submission} />
          <button type="button" class="primary" disabled={submission.isBusy} onClick={confirm}>
            Confirm the address
          </button>
        </>
      )}
    </section>
  )
}
