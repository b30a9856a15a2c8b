/** The facts of a notification in reading order and words. */
import { format } from '../../format.ts'
import type { NotificationRow } from './notification-reducer.ts'

type Write = (value: unknown) => string

const number =
  (write: (value: number) => string): Write =>
  (value) =>
    typeof value === 'number' ? write(value) : plain(value)

const FIELDS: Readonly<Record<string, readonly [title: string, write: Write]>> = {
  alert_name: ['Alert', plain],
  activity_type: ['Activity', (value) => format.words(plain(value))],
  symbol: ['Symbol', plain],
  option_type: ['Type', plain],
  strike: ['Strike', number(format.price)],
  expiration_date: [
    'Expiration',
    (value) => (typeof value === 'string' ? `${format.date(value)} ${value.slice(0, 4)}` : plain(value)),
  ],
  dte: ['Days to expiration', plain],
  premium: ['Premium', number((value) => `$${format.whole(value)}`)],
  size: ['Contracts', number(format.whole)],
  prints: ['Prints', number(format.whole)],
  side_label: ['Side', plain],
  unusual_score: ['Unusual score', plain],
  direction: ['Direction', plain],
  strategy: ['Strategy', plain],
  confidence: ['Confidence', number((value) => format.decimal(value, 0))],
  entry_price: ['Entry', number(format.price)],
  target_price: ['Target', number(format.price)],
  stop_price: ['Stop', number(format.price)],
  structure: ['Contracts', plain],
  model: ['Model', plain],
  triggered_at: ['Triggered', plain],
  last_at: ['Last print', plain],
  option_symbol: ['Contract', plain],
}

/** Duplicates in another form, and what decides about the sound. */
const LEFT_OUT: ReadonlySet<string> = new Set(['side', 'silent', 'idea_id'])

export interface Detail {
  readonly name: string
  readonly title: string
  readonly text: string
}

/** Known fields first, in order; then others under their own names. Unknown values are omitted. */
export function detailRows({ details }: Pick<NotificationRow, 'details'>, zone: string): readonly Detail[] {
  const names = [...Object.keys(FIELDS), ...Object.keys(details).filter((name) => !(name in FIELDS))]
  return names.flatMap((name) => {
    const value = details[name]
    if (value === null || value === undefined || LEFT_OUT.has(name)) return []
    const [title, write] = FIELDS[name] ?? [capitalised(format.words(name)), plain]
    return [{ name, title, text: isInstant(value) ? format.dateTime(value, zone) : write(value) }]
  })
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)
}

function capitalised(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase())
}
