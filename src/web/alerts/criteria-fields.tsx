import type { AlertSource } from '../../alerts/contract/criteria.ts'
import { Field } from '../ui/form/field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { type CriteriaValues, type CriterionField, fieldsOf } from './criteria.ts'

interface CriteriaFieldsProps {
  readonly source: AlertSource
  readonly values: CriteriaValues
  readonly onValues: (values: CriteriaValues) => void
  readonly error: (name: string) => string | undefined
}

/** The criteria of the chosen source. Empty fields are ignored. */
export function CriteriaFields({ source, values, onValues, error }: CriteriaFieldsProps) {
  return (
    <div class="criteria">
      {fieldsOf(source).map(([name, field]) => (
        <Criterion
          key={`${source} ${name}`}
          field={field}
          value={values[name] ?? ''}
          error={error(name)}
          onValue={(value) => onValues({ ...values, [name]: value })}
        />
      ))}
    </div>
  )
}

interface CriterionProps {
  readonly field: CriterionField
  readonly value: string | readonly string[]
  readonly error: string | undefined
  readonly onValue: (value: string | readonly string[]) => void
}

function Criterion({ field, value, error, onValue }: CriterionProps) {
  const text = typeof value === 'string' ? value : ''
  if (field.kind === 'many') return <Many field={field} chosen={value} error={error} onValue={onValue} />
  if (field.kind === 'one') {
    return (
      <Field label={field.title} error={error} {...(field.hint ? { hint: field.hint } : {})}>
        {(ids) => (
          <select {...ids} value={text} onChange={(event) => onValue(event.currentTarget.value)}>
            <option value="">{field.any ?? 'Any'}</option>
            {field.choices.map(([choice, title]) => (
              <option key={choice} value={choice}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
    )
  }
  const isNumber = field.kind === 'number'
  return (
    <TextField
      label={isNumber ? `${field.title} (${field.unit})` : field.title}
      value={text}
      onValue={onValue}
      error={error}
      placeholder={field.any ?? 'Any'}
      inputMode={isNumber ? 'decimal' : 'text'}
      {...(field.hint ? { hint: field.hint } : {})}
    />
  )
}

interface ManyProps {
  readonly field: Extract<CriterionField, { readonly kind: 'one' | 'many' }>
  readonly chosen: string | readonly string[]
  readonly error: string | undefined
  readonly onValue: (value: readonly string[]) => void
}

function Many({ field, chosen, error, onValue }: ManyProps) {
  const values = typeof chosen === 'string' ? [] : chosen
  return (
    <fieldset class="criteria-wide">
      <legend>{field.title}</legend>
      <div class="chips">
        {field.choices.map(([choice, title]) => (
          <label key={choice} class="chip">
            <input
              type="checkbox"
              checked={values.includes(choice)}
              onChange={(event) =>
                onValue(event.currentTarget.checked ? [...values, choice] : values.filter((it) => it !== choice))
              }
            />
            {title}
          </label>
        ))}
      </div>
      <small class="quiet">{values.length === 0 ? 'Any' : 'One of these'}</small>
      {error ? <small class="error">{error}</small> : null}
    </fieldset>
  )
}
