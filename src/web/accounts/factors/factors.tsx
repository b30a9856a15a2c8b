import { useState } from 'preact/hooks'
import { type AnswerOf, ask } from '../../client.ts'
import { format } from '../../format.ts'
import { useAccount } from '../session.tsx'
import { ConfirmApp } from './confirm-app.tsx'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Shown =
  | { readonly step: 'overview' | 'add' | 'remove' | 'renew' }
  | { readonly step: 'confirm'; readonly app: AnswerOf<'start_totp'> }
  | { readonly step: 'codes'; readonly codes: readonly string[] }

const OVERVIEW: Shown = { step: 'overview' }

interface FactorsProps {
  readonly factors: AnswerOf<'list_factors'>
  readonly reload: () => void
}

/** The authenticator app and the recovery codes of the account. */
export function Factors({ factors, reload }: FactorsProps) {
  const [shown, show] = useState<Shown>(OVERVIEW)
  const cancel = () => show(OVERVIEW)
  const showCodes = (codes: readonly string[] | null) => {
    show(codes ? { step: 'codes', codes } : OVERVIEW)
    reload()
  }
  const remove = async (password: string) => {
    await ask('remove_totp', { password })
    show(OVERVIEW)
    reload()
  }
  switch (shown.step) {
    case 'add':
      return (
        <PasswordForm
          act="Continue"
          run={async (password) => show({ step: 'confirm', app: await ask('start_totp', { password }) })}
          cancel={cancel}
        />
      )
    case 'confirm':
      return <ConfirmApp app={shown.app} onConfirmed={showCodes} cancel={cancel} />
    case 'codes':
      return <RecoveryCodes codes={shown.codes} close={cancel} />
    case 'remove':
      return (
        <PasswordForm act="Remove the app" run={remove} cancel={cancel}>
          <p>Without a passkey, your password is then enough to sign in, and the recovery codes no longer work.</p>
        </PasswordForm>
      )
    case 'renew':
      return (
        <PasswordForm
          act="Create new codes"
          run={async (password) => showCodes((await ask('renew_recovery_codes', { password })).recovery_codes)}
          cancel={cancel}
        >
          <p>The earlier recovery codes no longer work.</p>
        </PasswordForm>
      )
    case 'overview':
      return <Overview factors={factors} show={show} />
  }
}

interface OverviewProps {
  readonly factors: AnswerOf<'list_factors'>
  readonly show: (next: Shown) => void
}

function Overview({ factors: { totp_since: since, passkeys, recovery_codes_left: left }, show }: OverviewProps) {
  const { time_zone: zone } = useAccount()
  if (since === null) {
    return (
      <>
        <p>
          With an authenticator app, a stolen password is not enough to sign in: the sign-in also needs a code from your
          phone. API keys are not affected.
        </p>
        {passkeys.length > 0 ? <CodesLeft left={left} show={show} /> : null}
        <button type="button" class="primary" onClick={() => show({ step: 'add' })}>
          Set up an authenticator app
        </button>
      </>
    )
  }
  return (
    <>
      <p>The sign-in needs a code of your authenticator app since {format.dateTime(since, zone)}.</p>
      <CodesLeft left={left} show={show} />
      <button type="button" class="danger" onClick={() => show({ step: 'remove' })}>
        Remove the app
      </button>
    </>
  )
}

function CodesLeft({ left, show }: { readonly left: number; readonly show: (next: Shown) => void }) {
  return (
    <>
      <p class={left < 3 ? 'stale' : ''}>Recovery codes left: {left}</p>
      <p>
        <button type="button" onClick={() => show({ step: 'renew' })}>
          Create new recovery codes
        </button>
      </p>
    </>
  )
}
