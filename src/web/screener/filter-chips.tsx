import { useState } from 'preact/hooks'
import {
  isNumberField,
  type NumberField,
  SCREEN_FIELDS,
  type ScreenField,
  TEXT_FIELDS,
  type TextField,
} from '../../analytics/domain/screener/screen-fields.ts'
import {
  MAX_FILTERS,
  OPERATORS,
  type Operator,
  readFilter,
  type ScreenFilter,
} from '../../analytics/domain/screener/screen-filter.ts'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { fieldText, fieldTitle } from './field-values.tsx'
import { placeOf, STEPS, valueAt } from './quantile-scale.ts'

type Ranges = ReadonlyMap<string, readonly number[]>

interface FilterChipsProps {
  readonly filters: readonly string[]
  readonly quantiles: AnswerOf<'screener'>['quantiles']
  readonly onFilters: (filters: readonly string[]) => void
}

const SIGNS: Readonly<Record<Operator, string>> = { '>=': '≥', '<=': '≤', '>': '>', '<': '<', '=': '=', '!=': '≠' }

/** The filters of the screen: each with its sign, and its value on a scale of all symbols. */
export function FilterChips({ filters, quantiles = [], onFilters }: FilterChipsProps) {
  const ranges: Ranges = new Map(quantiles.map(({ field, values }) => [field, values]))
  const replace = (place: number, text: string) =>
    onFilters(filters.map((filter, index) => (index === place ? text : filter)))
  return (
    <ul class="screen-filters" aria-label="Filters">
      {filters.map((text, index) => (
        <li key={index}>
          <Chip text={text} ranges={ranges} onText={(next) => replace(index, next)} />
          <button
            type="button"
            class="icon"
            aria-label={`Remove ${text}`}
            onClick={() => onFilters(filters.filter((_each, place) => place !== index))}
          >
            ×
          </button>
        </li>
      ))}
      {filters.length < MAX_FILTERS ? (
        <li class="screen-add">
          <AddFilter onField={(field) => onFilters([...filters, firstFilter(field, ranges)])} />
        </li>
      ) : null}
    </ul>
  )
}

/** At the median of all symbols, from which a slider leads either way. */
function firstFilter(field: ScreenField, ranges: Ranges): string {
  if (!isNumberField(field)) return `${field} = ${TEXT_FIELDS[field].values?.[0] ?? 'Technology'}`
  return `${field} >= ${valueAt(ranges.get(field) ?? [0], STEPS / 2)}`
}

function AddFilter({ onField }: { readonly onField: (field: ScreenField) => void }) {
  const add = (name: string) => {
    const field = SCREEN_FIELDS.find((each) => each === name)
    if (field !== undefined) onField(field)
  }
  return (
    <select
      aria-label="Add a filter"
      value=""
      onChange={(event) => {
        add(event.currentTarget.value)
        event.currentTarget.value = ''
      }}
    >
      <option value="">Add a filter…</option>
      {SCREEN_FIELDS.map((field) => (
        <option key={field} value={field}>
          {fieldTitle(field)}
        </option>
      ))}
    </select>
  )
}

interface ChipProps {
  readonly text: string
  readonly ranges: Ranges
  readonly onText: (text: string) => void
}

function Chip({ text, ranges, onText }: ChipProps) {
  const filter = readFilter(text)
  if (typeof filter === 'string') {
    return (
      <span class="error" role="alert">
        “{text}” {filter}.
      </span>
    )
  }
  if ('text' in filter) return <NameChip filter={filter} onText={onText} />
  const { field, operator, factor, other } = filter
  const write = (sign: Operator, value: number) => onText(`${field} ${sign} ${value}${other ? ` * ${other}` : ''}`)
  return (
    <>
      <b>{fieldTitle(field)}</b>
      <Signs field={field} operator={operator} onOperator={(sign) => write(sign, factor)} />
      {other ? (
        <>
          <NumberInput label={`Factor of ${fieldTitle(field)}`} value={factor} onValue={(it) => write(operator, it)} />
          <span>× {fieldTitle(other)}</span>
        </>
      ) : (
        <Bound field={field} value={factor} values={ranges.get(field)} onValue={(it) => write(operator, it)} />
      )}
    </>
  )
}

interface SignsProps {
  readonly field: NumberField
  readonly operator: Operator
  readonly onOperator: (operator: Operator) => void
}

function Signs({ field, operator, onOperator }: SignsProps) {
  return (
    <select
      aria-label={`Comparison of ${fieldTitle(field)}`}
      value={operator}
      onChange={(event) => onOperator(OPERATORS.find((sign) => sign === event.currentTarget.value) ?? operator)}
    >
      {OPERATORS.map((sign) => (
        <option key={sign} value={sign}>
          {SIGNS[sign]}
        </option>
      ))}
    </select>
  )
}

interface BoundProps {
  readonly field: NumberField
  readonly value: number
  /** Quantiles over all symbols; undefined while they load. */
  readonly values: readonly number[] | undefined
  readonly onValue: (value: number) => void
}

/** A slider over the symbols, and the value as a number. While the slider moves, only its own text follows. */
function Bound({ field, value, values, onValue }: BoundProps) {
  const [moved, setMoved] = useState<number | null>(null)
  const shown = moved ?? value
  const settle = () => {
    if (moved !== null) onValue(moved)
    setMoved(null)
  }
  return (
    <>
      {values && values.length > 1 ? (
        <input
          type="range"
          aria-label={`${fieldTitle(field)} over all symbols`}
          aria-valuetext={fieldText(field, shown)}
          min={0}
          max={STEPS}
          value={placeOf(values, shown)}
          onInput={(event) => setMoved(valueAt(values, Number(event.currentTarget.value)))}
          onChange={settle}
        />
      ) : null}
      <NumberInput label={`Value of ${fieldTitle(field)}`} value={shown} onValue={onValue} />
      <output>{fieldText(field, shown)}</output>
    </>
  )
}

interface NumberInputProps {
  readonly label: string
  readonly value: number
  readonly onValue: (value: number) => void
}

function NumberInput({ label, value, onValue }: NumberInputProps) {
  return (
    <input
      type="number"
      step="any"
      aria-label={label}
      value={value}
      onChange={(event) => {
        const next = event.currentTarget.valueAsNumber
        if (Number.isFinite(next)) onValue(next)
      }}
    />
  )
}

interface NameChipProps {
  readonly filter: Extract<ScreenFilter, { readonly text: TextField }>
  readonly onText: (text: string) => void
}

function NameChip({ filter: { text, operator, name }, onText }: NameChipProps) {
  const { values } = TEXT_FIELDS[text]
  const title = fieldTitle(text)
  return (
    <>
      <b>{title}</b>
      <select
        aria-label={`Comparison of ${title}`}
        value={operator}
        onChange={(event) => onText(`${text} ${event.currentTarget.value} ${name}`)}
      >
        <option value="=">=</option>
        <option value="!=">≠</option>
      </select>
      {values ? (
        <select
          aria-label={`Value of ${title}`}
          value={name}
          onChange={(event) => onText(`${text} ${operator} ${event.currentTarget.value}`)}
        >
          {values.map((each) => (
            <option key={each} value={each}>
              {format.words(each)}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="text"
          aria-label={`Value of ${title}`}
          value={name}
          onChange={(event) => {
            const typed = event.currentTarget.value.replaceAll(',', ' ').trim()
            if (typed !== '') onText(`${text} ${operator} ${typed}`)
          }}
        />
      )}
    </>
  )
}

/** Whether every filter can be read; else the service would refuse the screen. */
export function areReadable(filters: readonly string[]): boolean {
  return filters.every((text) => typeof readFilter(text) !== 'string')
}
