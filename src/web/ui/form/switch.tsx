import './switch.css'

interface SwitchProps<Value extends string> {
  /** Accessible name of the choice. */
  readonly label: string
  readonly options: readonly (readonly [Value, string])[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A choice of views, as buttons side by side. */
export function Switch<Value extends string>({ label, options, value, onChange }: SwitchProps<Value>) {
  return (
    <fieldset class="switch" aria-label={label}>
      {options.map(([name, title]) => (
        <button key={name} type="button" aria-pressed={name === value} onClick={() => onChange(name)}>
          {title}
        </button>
      ))}
    </fieldset>
  )
}

interface TogglesProps<Value extends string> {
  readonly label: string
  readonly options: readonly (readonly [Value, string])[]
  readonly shown: ReadonlySet<Value>
  readonly onChange: (shown: ReadonlySet<Value>) => void
}

/** Buttons that show or hide several things. */
export function Toggles<Value extends string>({ label, options, shown, onChange }: TogglesProps<Value>) {
  const turn = (name: Value) => {
    const next = new Set(shown)
    if (!next.delete(name)) next.add(name)
    onChange(next)
  }
  return (
    <fieldset class="switch" aria-label={label}>
      {options.map(([name, title]) => (
        <button key={name} type="button" aria-pressed={shown.has(name)} onClick={() => turn(name)}>
          {title}
        </button>
      ))}
    </fieldset>
  )
}
