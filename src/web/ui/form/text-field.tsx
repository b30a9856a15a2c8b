import type { ComponentChildren } from 'preact'
import { Field } from './field.tsx'

interface TextFieldProps {
  readonly type?:
    | 'text'
    | 'email'
    | 'password'
    | 'number'
    | 'date'
    | 'time'
    | 'datetime-local'
    | 'url'
    | 'tel'
    | 'search'
  readonly autocomplete?: string
  readonly required?: boolean
  readonly disabled?: boolean
  readonly placeholder?: string
  readonly min?: number | string
  readonly max?: number | string
  readonly step?: number | string
  readonly minLength?: number
  readonly maxLength?: number
  readonly inputMode?: 'numeric' | 'decimal' | 'text'
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly error?: string | undefined
  readonly hint?: ComponentChildren
}

/** A text input with its label. */
export function TextField({ label, value, onValue, error, hint, type = 'text', ...rest }: TextFieldProps) {
  // Attributes depend on the input type; here they are the same for all.
  const kind: Readonly<Record<string, string>> = { type }
  return (
    <Field label={label} error={error} hint={hint}>
      {(ids) => (
        <input {...ids} {...rest} {...kind} value={value} onInput={(event) => onValue(event.currentTarget.value)} />
      )}
    </Field>
  )
}
