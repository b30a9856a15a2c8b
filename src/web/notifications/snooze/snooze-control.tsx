import { useId, useRef, useState } from 'preact/hooks'
import type { SnoozeLength } from '../../../alerts/domain/snooze.ts'
import { useAccount } from '../../accounts/session.tsx'
import { nowMs } from '../../browser.ts'
import { ask } from '../../client.ts'
import { type Submission, useSubmit } from '../../submit.ts'
import { SubmitForm } from '../../ui/form/submit-form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { NotificationRow } from '../feed/notification-reducer.ts'
import { inZone, untilWords, wallOf } from './snooze-words.ts'
import type { Snoozes } from './use-snoozes.ts'
import './snooze.css'

interface SnoozeControlProps {
  readonly alert: { readonly id: string; readonly name: string }
  readonly snoozes: Snoozes
}

/** The snooze of the rule that raised a notification; nothing where no rule did. */
export function RowSnooze({ row, snoozes }: { readonly row: NotificationRow; readonly snoozes: Snoozes }) {
  const { alert_id: id, details } = row
  if (id === null) return null
  return <SnoozeControl alert={{ id, name: String(details['alert_name'] ?? row.title) }} snoozes={snoozes} />
}

/** Snoozes a rule, says until when it is snoozed, and ends the snooze. */
export function SnoozeControl({ alert: { id, name }, snoozes }: SnoozeControlProps) {
  const { time_zone: zone } = useAccount()
  const submission = useSubmit()
  const [isOpen, setOpen] = useState(false)
  const group = useId()
  const button = useRef<HTMLButtonElement>(null)
  const until = snoozes.until(id)
  const run = async (work: () => Promise<unknown>) => {
    if (!(await submission.run(work))) return
    setOpen(false)
    snoozes.reload()
    // The pressed button disappears; the focus stays with the rule.
    button.current?.focus()
  }
  const snooze = (length: SnoozeLength, custom?: string) =>
    run(() => ask('snooze_alert', { id, for: length, ...(custom !== undefined && { until: custom }) }))
  return (
    <div class="snooze">
      <div class="row">
        <span role="status">
          {until === null ? null : (
            <span class="badge" data-kind="warm">
              Snoozed until {untilWords(until, zone, nowMs())}
            </span>
          )}
        </span>
        <button
          ref={button}
          type="button"
          class="link"
          aria-expanded={isOpen}
          aria-controls={isOpen ? group : undefined}
          aria-label={`${until === null ? 'Snooze' : 'Change snooze of'} ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {until === null ? 'Snooze' : 'Change'}
        </button>
        {until === null ? null : (
          <button
            type="button"
            class="link"
            disabled={submission.isBusy}
            aria-label={`End snooze of ${name}`}
            onClick={() => void run(() => ask('end_alert_snooze', { id }))}
          >
            End snooze
          </button>
        )}
      </div>
      {isOpen ? (
        <fieldset id={group} class="snooze-choices" aria-label={`Snooze ${name} for`}>
          <Choices snoozes={snoozes} submission={submission} snooze={snooze} />
        </fieldset>
      ) : null}
      {submission.problem && Object.keys(submission.problem.fields).length === 0 ? (
        <p class="error">{submission.problem.message}</p>
      ) : null}
    </div>
  )
}

interface ChoicesProps {
  readonly snoozes: Snoozes
  readonly submission: Submission
  readonly snooze: (length: SnoozeLength, custom?: string) => Promise<void>
}

function Choices({ snoozes: { ends }, submission, snooze }: ChoicesProps) {
  const { time_zone: zone } = useAccount()
  const [isCustom, setCustom] = useState(false)
  const words = (until: string | null | undefined) => (until ? ` (${untilWords(until, zone, nowMs())})` : '')
  return (
    <>
      <button type="button" disabled={submission.isBusy} onClick={() => void snooze('one_hour')}>
        1 hour
      </button>
      <button
        type="button"
        disabled={submission.isBusy || ends?.rest_of_session === null}
        onClick={() => void snooze('rest_of_session')}
      >
        {ends?.rest_of_session === null ? 'No session now' : `Rest of session${words(ends?.rest_of_session)}`}
      </button>
      <button type="button" disabled={submission.isBusy} onClick={() => void snooze('next_open')}>
        Next open{words(ends?.next_open)}
      </button>
      <button type="button" aria-expanded={isCustom} onClick={() => setCustom(!isCustom)}>
        Custom…
      </button>
      {submission.error('for') ? <p class="error">{submission.error('for')}</p> : null}
      {isCustom ? <Custom submission={submission} snooze={snooze} from={ends?.one_hour} /> : null}
    </>
  )
}

interface CustomProps extends Pick<ChoicesProps, 'submission' | 'snooze'> {
  readonly from: string | undefined
}

function Custom({ submission, snooze, from }: CustomProps) {
  const { time_zone: zone } = useAccount()
  const [wall, setWall] = useState(() => wallOf(from ?? new Date(nowMs()).toISOString(), zone))
  return (
    <SubmitForm of={submission} act="Snooze" onSubmit={() => snooze('custom', inZone(wall, zone))} isPrimary={false}>
      <TextField
        label={`Until (${zone})`}
        type="datetime-local"
        required
        value={wall}
        onValue={setWall}
        error={submission.error('until')}
      />
    </SubmitForm>
  )
}
