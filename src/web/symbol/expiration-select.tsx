import { format } from '../format.ts'

interface ExpirationSelectProps {
  readonly label: string
  readonly expirations: readonly { readonly expiration_date: string; readonly dte: number }[]
  readonly value: string
  readonly onChange: (date: string) => void
}

/** A selection of expiration dates; a date with two settlements appears once. */
export function ExpirationSelect({ label, expirations, value, onChange }: ExpirationSelectProps) {
  const dates = new Map(expirations.map(({ expiration_date: date, dte }) => [date, dte]))
  return (
    <label class="row">
      {label}{' '}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {[...dates].map(([date, dte]) => (
          <option key={date} value={date}>
            {format.date(date)} {date.slice(0, 4)} ({dte} days)
          </option>
        ))}
      </select>
    </label>
  )
}
