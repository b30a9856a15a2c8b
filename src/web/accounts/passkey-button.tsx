import { ask, Problem } from '../client.ts'
import { useSubmit } from '../submit.ts'
import { useSession } from './session.tsx'

interface PasskeyButtonProps {
  /** Of a sign-in whose password was correct; without it the passkey alone signs in. */
  readonly token?: string
  readonly onSignedIn: () => void
  readonly isPrimary?: boolean
}

/** Signs in with a passkey of this device. */
export function PasskeyButton({ token, onSignedIn, isPrimary = false }: PasskeyButtonProps) {
  const { signedIn } = useSession()
  const submission = useSubmit()
  const signIn = async () => {
    const isDone = await submission.run(async () => {
      const started = await ask('start_passkey_sign_in', token === undefined ? {} : { token })
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const response = await startAuthentication({ optionsJSON: started.options }).catch(passkeyProblem)
      signedIn(await ask('sign_in_with_passkey', { token: started.token, response }))
    })
    if (isDone) onSignedIn()
  }
  return (
    <>
      {submission.problem ? (
        <p class="error" role="alert">
          {submission.problem.message}
        </p>
      ) : null}
      <button type="button" class={isPrimary ? 'primary' : ''} disabled={submission.isBusy} onClick={signIn}>
        Use a passkey
      </button>
    </>
  )
}

/** Browsers do not say why no passkey answered, so that a page learns nothing about the device. */
export function passkeyProblem(error: unknown): never {
  const isCancelled = error instanceof Error && error.name === 'NotAllowedError'
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  if (isKnown) throw new Problem(0, { detail: 'This device has a passkey for your account.' })
  if (isCancelled) throw new Problem(0, { detail: 'No passkey was used. Try again.' })
  throw error
}
