import { useEffect, useRef } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { ask } from '../../client.ts'
import { PATHS } from '../../paths.ts'
import { useSubmit } from '../../submit.ts'
import { Waiting } from '../../ui/states.tsx'
import { useBell } from '../feed/provider.tsx'
import { FeedState } from '../feed-state.tsx'
import { useSnoozes } from '../snooze/use-snoozes.ts'
import { BellRow } from './bell-row.tsx'
import './bell-panel.css'

const SHOWN = 10

/** The newest notifications. */
export function BellPanel({ close }: { readonly close: () => void }) {
  const { recent, unread, markAllRead } = useBell()
  const snoozes = useSnoozes()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div class="bell-head">
        <h2 ref={heading} tabIndex={-1}>
          Notifications
        </h2>
        <button type="button" class="link" disabled={!unread} onClick={() => void markAllRead()}>
          Mark all read
        </button>
      </div>
      <FeedState />
      {recent === null ? <Waiting /> : null}
      {recent?.length === 0 ? (
        <p class="nothing">
          Nothing yet. <a href={PATHS.newAlert}>Create an alert</a> or add symbols to your{' '}
          <a href={PATHS.settings}>watchlist</a>.
        </p>
      ) : null}
      <ul>
        {recent?.slice(0, SHOWN).map((row) => (
          <BellRow key={row.id} row={row} snoozes={snoozes} close={close} />
        ))}
      </ul>
      <div class="bell-foot">
        <a href={PATHS.notifications} onClick={close}>
          All notifications
        </a>
        <SoundSwitch />
      </div>
    </>
  )
}

/** The same switch as in the settings, for all devices. */
function SoundSwitch() {
  const { answer, reload } = useAnswer('show_notification_settings', {})
  const submission = useSubmit()
  if (!answer) return <span class="quiet">Sound: …</span>
  const turn = async () => {
    await submission.run(() => ask('change_notification_settings', { sound: !answer.sound }))
    reload()
  }
  return (
    <div class="bell-sound">
      <label class="check">
        <input type="checkbox" checked={answer.sound} disabled={submission.isBusy} onChange={turn} />
        Sound
      </label>
      {submission.problem ? <small class="error">{submission.problem.message}</small> : null}
    </div>
  )
}
