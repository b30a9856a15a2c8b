import { useEffect, useRef, useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { ask } from '../../client.ts'
import { PATHS, pathTo } from '../../paths.ts'
import { useSubmit } from '../../submit.ts'
import { Empty, Failed, Waiting } from '../../ui/states.tsx'
import type { NotificationFilter, NotificationRow } from '../feed/notification-reducer.ts'
import { useBell, useFeedChanges } from '../feed/provider.tsx'
import { FeedState } from '../feed-state.tsx'
import { type Snoozes, useSnoozes } from '../snooze/use-snoozes.ts'
import { BellFilter } from './bell-filter.tsx'
import { BellRow } from './bell-row.tsx'
import './bell-panel.css'

const SHOWN = 10

/** The newest notifications, all or those that match. */
export function BellPanel({ close }: { readonly close: () => void }) {
  const { recent, unread, shelf } = useBell()
  const snoozes = useSnoozes()
  const [isFiltering, setFiltering] = useState(false)
  const [filter, setFilter] = useState<NotificationFilter>({})
  const isFiltered = isFiltering && Object.keys(filter).length > 0
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div class="bell-head">
        <h2 ref={heading} tabIndex={-1}>
          Notifications
        </h2>
        <button type="button" class="link" aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
          Filter
        </button>
        <button type="button" class="link" disabled={!unread} onClick={() => void shelf.markAllRead()}>
          Mark all read
        </button>
      </div>
      {isFiltering ? <BellFilter filter={filter} onFilter={setFilter} /> : null}
      <p class="bell-undo" role="status">
        {shelf.offer ? (
          <>
            {shelf.offer.text}.{' '}
            <button type="button" class="link" onClick={() => void shelf.undo()}>
              Undo
            </button>
          </>
        ) : null}
      </p>
      <FeedState />
      {isFiltered ? (
        <Matching filter={filter} snoozes={snoozes} close={close} />
      ) : recent === null ? (
        <Waiting />
      ) : recent.length === 0 ? (
        <Empty next={<NextSteps />}>No notifications yet.</Empty>
      ) : (
        <Rows rows={recent.slice(0, SHOWN)} snoozes={snoozes} close={close} />
      )}
      <div class="bell-foot">
        <a href={pathTo('notifications', {}, isFiltered ? addressOf(filter) : {})} onClick={close}>
          {isFiltered ? 'All that match' : 'All notifications'}
        </a>
        <SoundSwitch />
      </div>
    </>
  )
}

function NextSteps() {
  return (
    <>
      <a href={PATHS.newAlert}>Create an alert</a>, or add symbols to your <a href={PATHS.watchlist}>watchlist</a>.
    </>
  )
}

interface RowsProps {
  readonly snoozes: Snoozes
  readonly close: () => void
}

function Rows({ rows, ...rest }: RowsProps & { readonly rows: readonly NotificationRow[] }) {
  return (
    <ul>
      {rows.map((row) => (
        <BellRow key={row.id} row={row} {...rest} />
      ))}
    </ul>
  )
}

/** The newest that match; the service filters, so old ones are found too. */
function Matching({ filter, ...rest }: RowsProps & { readonly filter: NotificationFilter }) {
  const { removal } = useBell()
  const { answer, problem, reload } = useAnswer('list_notifications', { ...filter, limit: SHOWN })
  useFeedChanges(({ type }) => {
    if (type !== 'rules') reload()
  })
  if (answer === null) return problem ? <Failed problem={problem} reload={reload} /> : <Waiting />
  const rows = answer.data.filter(({ id }) => !removal.ids.has(id))
  return rows.length === 0 ? (
    <Empty next="Choose another filter.">No notifications match.</Empty>
  ) : (
    <Rows rows={rows} {...rest} />
  )
}

/** The filter as the address of the page has it. */
function addressOf({ type, alert_id: alert, symbol, status }: NotificationFilter) {
  return { type, alert, symbol, status }
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
