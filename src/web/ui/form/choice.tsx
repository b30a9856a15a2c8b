interface ChoiceProps<Value extends string> {
  readonly label: string
  /** Label of the empty choice. */
  readonly all: string
  readonly options: readonly (readonly [Value, string])[]
  readonly value: Value | null | undefined
  /** Null if nothing is chosen. */
  readonly onChange: (value: Value | null) => void
}

/** A filter with few values and its label. */
export function Choice<Value extends string>({ label, all, options, value, onChange }: ChoiceProps<Value>) {
  const choose = (text: string) => onChange(options.find(([name]) => name === text)?.[0] ?? null)
  return (
    <label class="row">
      {label}{' '}
      <select value={value ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{all}</option>
        {options.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
