import { useMemo, useState } from 'preact/hooks'
import { zoneTime } from '../../../lib/time/zone-time.ts'
import type { QuietWindow } from '../../../notifications/contract/quiet-hours.ts'
import { MAX_QUIET_WINDOWS, quietUntilMs } from '../../../notifications/domain/delivery/quiet-hours.ts'
import { WEEKDAYS } from '../../../notifications/domain/delivery/weekdays.ts'
import { format } from '../../format.ts'
import { useSubmit } from '../../submit.ts'
import { FormProblem } from '../../ui/form/form-problem.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNow } from '../../ui/relative-time.tsx'
import { clockText, DAY_NAMES, placeInWeek, quietWeek, weekText } from './quiet-week.ts'
import type { Settings, SettingsState } from './use-settings.ts'

const NIGHT: QuietWindow = { start: '22:00', end: '07:00', days: [...WEEKDAYS] }
const WEEKEND: QuietWindow = { start: '00:00', end: '00:00', days: ['sat', 'sun'] }

interface QuietPanelProps {
  readonly settings: Settings
  readonly state: SettingsState
}

/** When nothing of normal priority leaves the bell, drawn on a week of the user's own clock. */
export function QuietPanel({ settings, state }: QuietPanelProps) {
  const { quiet_hours: saved, time_zone: zone } = settings
  const [draft, setDraft] = useState<readonly QuietWindow[] | null>(null)
  const submission = useSubmit()
  const windows = draft ?? saved
  const save = async () => {
    const quietHours = windows.map((it) => ({ ...it, days: [...it.days] }))
    if (await submission.run(() => state.save({ quiet_hours: quietHours }))) setDraft(null)
  }
  const change = (index: number, part: Partial<QuietWindow>) =>
    setDraft(windows.map((it, place) => (place === index ? { ...it, ...part } : it)))
  const add = (window: QuietWindow) => setDraft([...windows, window])
  return (
    <Panel title="Quiet hours" span={2}>
      <p class="quiet">
        In {zone}. Normal notifications wait and come in one summary when they end; those of high priority always pass.
      </p>
      <QuietNow windows={windows} zone={zone} isDraft={draft !== null} />
      <QuietGrid windows={windows} zone={zone} />
      <ol class="quiet-windows">
        {windows.map((window, index) => (
          <li key={index}>
            <WindowFields
              window={window}
              place={index + 1}
              error={(field) => submission.error(`quiet_hours.${index}.${field}`)}
              onChange={(part) => change(index, part)}
              onRemove={() => setDraft(windows.filter((_it, place) => place !== index))}
            />
          </li>
        ))}
      </ol>
      <FormProblem of={submission} />
      <p class="row">
        <button type="button" disabled={windows.length >= MAX_QUIET_WINDOWS} onClick={() => add(NIGHT)}>
          Add nights
        </button>
        <button type="button" disabled={windows.length >= MAX_QUIET_WINDOWS} onClick={() => add(WEEKEND)}>
          Add weekends
        </button>
        <span class="stretch" />
        {draft === null ? null : (
          <>
            <button type="button" onClick={() => setDraft(null)}>
              Discard
            </button>
            <button type="button" class="primary" disabled={submission.isBusy} onClick={() => void save()}>
              Save the quiet hours
            </button>
          </>
        )}
      </p>
    </Panel>
  )
}

interface QuietProps {
  readonly windows: readonly QuietWindow[]
  readonly zone: string
}

function QuietNow({ windows, zone, isDraft }: QuietProps & { readonly isDraft: boolean }) {
  const now = useNow()
  const until = quietUntilMs(windows, zone, now)
  if (until === null) return <p>{isDraft ? 'Now would not be quiet.' : 'Not quiet now.'}</p>
  const end = Number.isFinite(until) ? `until ${format.dateTime(new Date(until).toISOString(), zone)}` : 'permanently'
  return (
    <p>
      <strong>
        {isDraft ? 'Now would be quiet' : 'Quiet now'} {end}.
      </strong>
    </p>
  )
}

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24] as const

function QuietGrid({ windows, zone }: QuietProps) {
  const week = useMemo(() => quietWeek(windows), [windows])
  const now = useNow()
  const here = placeInWeek(now, zoneTime(zone).offsetMs(now))
  return (
    <div class="quiet-grid" role="img" aria-label={weekText(week)}>
      <div class="quiet-hours">
        {HOURS.map((hour) => (
          <span key={hour} style={{ '--at': `${(hour / 24) * 100}%` }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      {week.map(({ day, quiet }) => (
        <div key={day} class="quiet-day">
          <span>{DAY_NAMES[day].slice(0, 3)}</span>
          <div>
            {quiet.map(({ from, to }) => (
              <i
                key={from}
                title={`${clockText(from)} to ${clockText(to)}`}
                style={{ '--at': `${(from / 1_440) * 100}%`, '--long': `${((to - from) / 1_440) * 100}%` }}
              />
            ))}
            {here.day === day ? <b style={{ '--at': `${(here.minute / 1_440) * 100}%` }} /> : null}
          </div>
        </div>
      ))}
    </div>
  )
}

interface WindowFieldsProps {
  readonly window: QuietWindow
  readonly place: number
  readonly error: (field: string) => string | undefined
  readonly onChange: (part: Partial<QuietWindow>) => void
  readonly onRemove: () => void
}

function WindowFields({ window, place, error, onChange, onRemove }: WindowFieldsProps) {
  return (
    <fieldset class="quiet-window">
      <legend>Window {place}</legend>
      <TextField
        label="From"
        type="time"
        required
        value={window.start}
        onValue={(start) => onChange({ start })}
        error={error('start')}
      />
      <TextField
        label="To"
        type="time"
        required
        value={window.end}
        onValue={(end) => onChange({ end })}
        error={error('end')}
      />
      <div class="chips">
        {WEEKDAYS.map((day) => (
          <label key={day} class="chip">
            <input
              type="checkbox"
              checked={window.days.includes(day)}
              onChange={(event) => {
                const isChosen = event.currentTarget.checked
                onChange({ days: WEEKDAYS.filter((it) => (it === day ? isChosen : window.days.includes(it))) })
              }}
            />
            {DAY_NAMES[day].slice(0, 3)}
          </label>
        ))}
      </div>
      <button type="button" class="link" aria-label={`Remove window ${place}`} onClick={onRemove}>
        Remove
      </button>
      <small class="quiet">
        {window.end <= window.start ? 'Ends on the day after. ' : ''}
        {window.days.length === 0 ? 'No day is chosen: it never applies.' : 'The days are those on which it starts.'}
      </small>
    </fieldset>
  )
}
