import { useState } from 'preact/hooks'
import { type AnswerOf, ask } from '../client.ts'
import { format } from '../format.ts'
import { useSubmit } from '../submit.ts'
import { Field } from '../ui/form/field.tsx'
import { SubmitForm } from '../ui/form/submit-form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Panel } from '../ui/panel.tsx'
import { ProofDialog } from './proof-dialog.tsx'

type Counts = AnswerOf<'announce'>

/** A notification to all accounts: first how many it reaches, then the proof. */
export function AnnouncePanel() {
  const [title, setTitle] = useState('')
  const [body, setBody] = useState('')
  const [critical, setCritical] = useState(false)
  const [preview, setPreview] = useState<Counts | null>(null)
  const [sent, setSent] = useState<Counts | null>(null)
  const submission = useSubmit()
  const text = { title, body, critical }
  const look = () =>
    submission.run(async () => {
      setSent(null)
      setPreview(await ask('announce', { ...text, preview: true }))
    })
  return (
    <Panel title="Announce">
      <SubmitForm of={submission} act="Preview…" isPrimary={false} onSubmit={look}>
        <TextField
          label="Title"
          required
          maxLength={150}
          value={title}
          onValue={setTitle}
          error={submission.error('title')}
        />
        <Field label="Text" error={submission.error('body')}>
          {(ids) => (
            <textarea
              {...ids}
              required
              rows={4}
              maxLength={2_000}
              value={body}
              onInput={(event) => setBody(event.currentTarget.value)}
            />
          )}
        </Field>
        <p>
          <label class="row">
            <input type="checkbox" checked={critical} onChange={(event) => setCritical(event.currentTarget.checked)} />{' '}
            Critical: at once, even in quiet hours
          </label>
        </p>
      </SubmitForm>
      {sent ? <p role="status">{format.whole(sent.told)} accounts were notified.</p> : null}
      {preview ? (
        <ProofDialog
          title="Send the announcement?"
          act={`Notify ${format.whole(preview.told)} accounts`}
          run={async (proof) => {
            setSent(await ask('announce', { ...text, ...proof }))
            setTitle('')
            setBody('')
          }}
          close={() => setPreview(null)}
        >
          <p>
            <strong>{title}</strong>
          </p>
          <p>{body}</p>
          <p class="quiet">
            It reaches {format.whole(preview.told)} accounts. {format.whole(preview.known)} have it already;{' '}
            {format.whole(preview.refused)} are suspended or have no notifications in their plan.
          </p>
        </ProofDialog>
      ) : null}
    </Panel>
  )
}
