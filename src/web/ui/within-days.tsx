const WITHIN = [7, 30, 90, 3650] as const

/** The longest time to expiration that counts. */
export function WithinDays({ value, onChange }: { readonly value: number; readonly onChange: (days: number) => void }) {
  return (
    <label class="row">
      Expirations within{' '}
      <select value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {WITHIN.map((days) => (
          <option key={days} value={days}>
            {days === 3650 ? 'all' : `${days} days`}
          </option>
        ))}
      </select>
    </label>
  )
}
