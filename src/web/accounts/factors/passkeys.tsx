import { useState } from 'preact/hooks'
import { type AnswerOf, ask } from '../../client.ts'
import { useSubmit } from '../../submit.ts'
import { SubmitForm } from '../../ui/form/submit-form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Table } from '../../ui/table/table.tsx'
import { passkeyProblem } from '../passkey-button.tsx'
import { useAccount } from '../session.tsx'
import { PasswordForm } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Factors = AnswerOf<'list_factors'>
type Passkey = Factors['passkeys'][number]

type Shown =
  | { readonly step: 'list' | 'add' }
  | { readonly step: 'rename' | 'remove'; readonly passkey: Passkey }
  | { readonly step: 'codes'; readonly codes: readonly string[] }

interface PasskeysProps {
  readonly factors: Factors
  readonly reload: () => void
}

/** The passkeys of the account: add, rename, remove. */
export function Passkeys({ factors, reload }: PasskeysProps) {
  const [shown, show] = useState<Shown>({ step: 'list' })
  const back = () => show({ step: 'list' })
  const done = () => {
    back()
    reload()
  }
  const add = async (name: string, password: string) => {
    const { options } = await ask('start_passkey', { password })
    const { startRegistration } = await import('@simplewebauthn/browser')
    const response = await startRegistration({ optionsJSON: options }).catch(passkeyProblem)
    const { recovery_codes: codes } = await ask('add_passkey', { name, response })
    if (codes) show({ step: 'codes', codes })
    else back()
    reload()
  }
  switch (shown.step) {
    case 'add':
      return <AddPasskey add={add} cancel={back} />
    case 'rename':
      return <RenamePasskey passkey={shown.passkey} onRenamed={done} cancel={back} />
    case 'remove':
      return (
        <PasswordForm
          act="Remove the passkey"
          run={(password) => ask('remove_passkey', { id: shown.passkey.id, password }).then(done)}
          cancel={back}
        >
          <p>“{shown.passkey.name}” no longer signs in. Delete it on the device too.</p>
        </PasswordForm>
      )
    case 'codes':
      return <RecoveryCodes codes={shown.codes} close={back} />
    case 'list':
      return <PasskeyList factors={factors} show={show} />
  }
}

function PasskeyList({ factors, show }: { readonly factors: Factors; readonly show: (next: Shown) => void }) {
  const { time_zone: zone } = useAccount()
  return (
    <>
      <p>
        A passkey is kept by your device or password manager, which checks your finger, face or PIN. It signs in without
        the password and cannot be used on a forged page. With a passkey, the password alone is not enough to sign in.
      </p>
      {factors.passkeys.length > 0 ? (
        <Table
          label="Your passkeys"
          rows={factors.passkeys}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Name', align: 'start', cell: ({ name }: Passkey) => name },
            { title: 'Added', align: 'start', cell: ({ created_at: at }) => <RelativeTime at={at} zone={zone} /> },
            {
              title: 'Last used',
              align: 'start',
              cell: ({ last_used_at: at }) => (at === null ? 'never' : <RelativeTime at={at} zone={zone} />),
            },
            { title: 'Change', cell: (passkey) => <Acts passkey={passkey} show={show} /> },
          ]}
        />
      ) : null}
      {factors.passkeys_possible ? (
        <p>
          <button type="button" onClick={() => show({ step: 'add' })}>
            Add a passkey
          </button>
        </p>
      ) : (
        <p class="quiet">
          Browsers allow passkeys only at a host name with TLS, or at localhost. The operator of this service has set
          another address.
        </p>
      )}
    </>
  )
}

function Acts({ passkey, show }: { readonly passkey: Passkey; readonly show: (next: Shown) => void }) {
  return (
    <>
      <button
        type="button"
        class="link"
        aria-label={`Rename ${passkey.name}`}
        onClick={() => show({ step: 'rename', passkey })}
      >
        Rename
      </button>{' '}
      <button
        type="button"
        class="link"
        aria-label={`Remove ${passkey.name}`}
        onClick={() => show({ step: 'remove', passkey })}
      >
        Remove
      </button>
    </>
  )
}

interface AddPasskeyProps {
  readonly add: (name: string, password: string) => Promise<unknown>
  readonly cancel: () => void
}

function AddPasskey({ add, cancel }: AddPasskeyProps) {
  const [name, setName] = useState('')
  return (
    <PasswordForm act="Add the passkey" run={(password) => add(name, password)} cancel={cancel}>
      <TextField
        label="Name"
        required
        maxLength={100}
        placeholder="notebook"
        value={name}
        onValue={setName}
        hint="A label to recognize the passkey."
      />
    </PasswordForm>
  )
}

interface RenamePasskeyProps {
  readonly passkey: Passkey
  readonly onRenamed: () => void
  readonly cancel: () => void
}

function RenamePasskey({ passkey: { id, name }, onRenamed, cancel }: RenamePasskeyProps) {
  const submission = useSubmit()
  const [next, setNext] = useState(name)
  const submit = async () => {
    if (await submission.run(() => ask('rename_passkey', { id, name: next }))) onRenamed()
  }
  return (
    <SubmitForm of={submission} act="Rename" onSubmit={submit} cancel={cancel}>
      <TextField
        label="Name"
        required
        maxLength={100}
        value={next}
        onValue={setNext}
        error={submission.error('name')}
      />
    </SubmitForm>
  )
}
