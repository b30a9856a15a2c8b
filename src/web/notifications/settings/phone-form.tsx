import { useState } from 'preact/hooks'
import { ask } from '../../client.ts'
import { useSubmit } from '../../submit.ts'
import { SubmitForm } from '../../ui/form/submit-form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { Settings } from './use-settings.ts'

interface PhoneFormProps {
  readonly settings: Settings
  readonly reload: () => void
}

/** A number becomes that of the account when its code comes back. */
export function PhoneForm({ settings, reload }: PhoneFormProps) {
  const { phone_number: known, verified, configured } = settings.channels.sms
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (!configured) return <p class="quiet">The operator of this service has set up no way to send SMS.</p>
  return (
    <>
      {known === null ? null : (
        <p class="quiet">
          {known} {verified ? '(verified)' : '(not verified)'}
        </p>
      )}
      {sentTo === null ? (
        <NumberForm isKnown={known !== null} onSent={setSentTo} />
      ) : (
        <CodeForm
          number={sentTo}
          again={() => setSentTo(null)}
          onVerified={() => {
            setSentTo(null)
            reload()
          }}
        />
      )}
    </>
  )
}

function NumberForm({ isKnown, onSent }: { readonly isKnown: boolean; readonly onSent: (number: string) => void }) {
  const submission = useSubmit()
  const [number, setNumber] = useState('')
  const [refusal, setRefusal] = useState('')
  const send = () =>
    submission.run(async () => {
      setRefusal('')
      const { status, detail } = await ask('send_phone_code', { phone_number: number.replaceAll(/[\s()-]/g, '') })
      if (status === 'sent') onSent(number)
      else setRefusal(detail)
    })
  return (
    <SubmitForm
      of={submission}
      act={submission.isBusy ? 'Sending…' : 'Send the code'}
      onSubmit={send}
      isPrimary={false}
      class="channel-form"
    >
      <TextField
        label={isKnown ? 'Another phone number' : 'Phone number'}
        type="tel"
        autocomplete="tel"
        required
        placeholder="+12025550123"
        value={number}
        onValue={setNumber}
        error={submission.error('phone_number')}
        hint="In international form. A code of 6 digits comes by SMS."
      />
      {refusal === '' ? null : (
        <p class="error" role="alert">
          {refusal}
        </p>
      )}
    </SubmitForm>
  )
}

interface CodeFormProps {
  readonly number: string
  readonly again: () => void
  readonly onVerified: () => void
}

function CodeForm({ number, again, onVerified }: CodeFormProps) {
  const submission = useSubmit()
  const [code, setCode] = useState('')
  const verify = async () => {
    if (await submission.run(() => ask('verify_phone', { code: code.trim() }))) onVerified()
  }
  return (
    <SubmitForm
      of={submission}
      act="Verify"
      onSubmit={verify}
      isPrimary={false}
      class="channel-form"
      aside={
        <button type="button" class="link" onClick={again}>
          Another number or code
        </button>
      }
    >
      <TextField
        label={`Code sent to ${number}`}
        inputMode="numeric"
        autocomplete="one-time-code"
        required
        maxLength={6}
        value={code}
        onValue={setCode}
        error={submission.error('code')}
        hint="Valid for 10 minutes and 5 tries."
      />
    </SubmitForm>
  )
}
