import { ALL_DAYS } from '../format.ts'

const WITHIN = [7, 30, 90, ALL_DAYS] as const

/** The longest time to expiration that counts. */
export function WithinDays({ value, onChange }: { readonly value: number; readonly onChange: (days: number) => void }) {
  return (
    <label class="row">
      Expirations within{' '}
      <select value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {WITHIN.map((days) => (
          <option key={days} value={days}>
            {days === ALL_DAYS ? 'all' : `${days} days`}
          </option>
        ))}
      </select>
    </label>
  )
}
