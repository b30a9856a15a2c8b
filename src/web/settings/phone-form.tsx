import { useState } from 'preact/hooks'
import { ask } from '../client.ts'
import { FormProblem } from '../parts/form-problem.tsx'
import { TextField } from '../parts/text-field.tsx'
import { useSubmit } from '../submit.ts'
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
    <form
      class="channel-form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
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
      <button type="submit" disabled={submission.isBusy}>
        {submission.isBusy ? 'Sending…' : 'Send the code'}
      </button>
      <FormProblem of={submission} />
      {refusal === '' ? null : (
        <p class="error" role="alert">
          {refusal}
        </p>
      )}
    </form>
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
    <form
      class="channel-form"
      onSubmit={(event) => {
        event.preventDefault()
        void verify()
      }}
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
      <div class="row">
        <button type="submit" disabled={submission.isBusy}>
          Verify
        </button>
        <button type="button" class="link" onClick={again}>
          Another number or code
        </button>
      </div>
      <FormProblem of={submission} />
    </form>
  )
}
