import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import './flow-filters.css'
import { SENTIMENTS, TRADE_TYPES } from '../../../flow/domain/flow-row.ts'
import { SIDE_LABELS, SIDES } from '../../../flow/domain/tape/print-side.ts'
import { format } from '../../format.ts'
import { withQuery } from '../../travel.ts'
import { Field } from '../../ui/form/field.tsx'
import { Toggles } from '../../ui/form/switch.tsx'
import { FilterChoices } from './filter-choices.tsx'
import { FLOW_FILTERS, type FlowQuery, parametersOf, readFlowQuery, symbolsIn } from './flow-query.ts'

type Options = readonly (readonly [string, string])[]

const TYPES: Options = [
  ['call', 'calls'],
  ['put', 'puts'],
]
const SIDE_OPTIONS = SIDES.map((side) => [side, SIDE_LABELS[side]] as const)
const TRADE_TYPE_OPTIONS: Options = TRADE_TYPES.map((type) => [type, format.words(type)])
const SENTIMENT_OPTIONS: Options = SENTIMENTS.map((sentiment) => [sentiment, sentiment])
const PREMIUMS: Options = [10_000, 50_000, 100_000, 500_000, 1_000_000].map((min) => [
  String(min),
  `${format.usd(min)} or more`,
])
const RATIOS: Options = [
  ['0.5', '0.5 or more'],
  ['1', '1 or more'],
  ['5', '5 or more'],
]
const REPORTS: Options = [
  ['3', 'within 3 days'],
  ['7', 'within a week'],
  ['14', 'within two weeks'],
]
const SCORES: Options = [50, 70, 80, 90, 95].map((min) => [String(min), `${min} or more`])

/** The filters in the URL. */
export function useFlowQuery(): FlowQuery {
  return readFlowQuery(useLocation().query)
}

/** Filters of flow. They are in the URL, so that a view can be saved and shared. */
export function FlowFilters({ scores = true }: { readonly scores?: boolean }) {
  const { route } = useLocation()
  const query = useFlowQuery()
  // Of the browser: leaving a field changes the address before the click that follows sees the new one.
  const change = (changes: Readonly<Record<string, string | null>>) =>
    route(withQuery(`${location.pathname}${location.search}`, changes), true)
  const isFiltered = FLOW_FILTERS.some((name) => query[name] !== undefined)
  const choice = (name: keyof FlowQuery, label: string, options: Options) => (
    <Choice
      label={label}
      options={options}
      value={String(query[name] ?? '')}
      onChange={(value) => change({ [name]: value })}
    />
  )
  return (
    <search>
      <FilterChoices query={query} onQuery={(next) => change(parametersOf(next))} />
      <form class="filters flow-filters" onSubmit={(event) => event.preventDefault()}>
        <Symbols
          label="Symbols"
          placeholder="all"
          values={[...(query.symbol ? [query.symbol] : []), ...(query.symbols ?? [])]}
          onValues={(all) =>
            change(all.length === 1 ? { symbol: all.join(), symbols: null } : { symbol: null, symbols: all.join() })
          }
        />
        <Symbols
          label="Without"
          placeholder="none"
          values={query.exclude_symbols ?? []}
          onValues={(all) => change({ exclude_symbols: all.join() })}
        />
        {choice('option_type', 'Calls and puts', TYPES)}
        <div class="field">
          <span class="label">Sides</span>
          <Toggles
            label="Sides"
            options={SIDE_OPTIONS}
            shown={new Set(query.sides ?? (query.side ? [query.side] : []))}
            onChange={(sides) => change({ side: null, sides: [...sides].join() })}
          />
        </div>
        {choice('trade_type', 'Type', TRADE_TYPE_OPTIONS)}
        {choice('sentiment', 'Sentiment', SENTIMENT_OPTIONS)}
        {choice('min_premium', 'Premium', PREMIUMS)}
        {scores ? choice('min_unusual_score', 'Score', SCORES) : null}
        <Days name="dte_min" label="DTE min" value={query.dte_min} onChange={change} />
        <Days name="dte_max" label="DTE max" value={query.dte_max} onChange={change} />
        {choice('min_volume_oi_ratio', 'Volume / open interest', RATIOS)}
        {choice('earnings_within', 'Earnings', REPORTS)}
        {isFiltered ? (
          <button type="button" class="link" onClick={() => change(parametersOf({}))}>
            Clear
          </button>
        ) : null}
      </form>
    </search>
  )
}

interface SymbolsProps {
  readonly label: string
  readonly placeholder: string
  readonly values: readonly string[]
  readonly onValues: (symbols: readonly string[]) => void
}

/** Tickers with commas or blanks between them; the first that is none stays in the field with an error. */
function Symbols({ label, placeholder, values, onValues }: SymbolsProps) {
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  // The typed text stays while the page around the field is renewed.
  const shown = values.join(', ')
  const [typed, setTyped] = useState({ shown, text: shown })
  if (typed.shown !== shown) setTyped({ shown, text: shown })
  const read = (text: string) => {
    const symbols = symbolsIn(text)
    const unread = text
      .toUpperCase()
      .split(/[\s,;]+/)
      .find((it) => it !== '' && !symbols.includes(it))
    setWrong(unread)
    if (unread === undefined) onValues(symbols)
  }
  return (
    <Field label={label} error={wrong === undefined ? undefined : `${wrong} is no ticker`}>
      {(ids) => (
        <input
          {...ids}
          type="text"
          list="symbols"
          placeholder={placeholder}
          autocomplete="off"
          spellcheck={false}
          value={typed.text}
          onInput={(event) => setTyped({ shown, text: event.currentTarget.value })}
          onChange={(event) => read(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly options: Options
  readonly value: string
  readonly onChange: (value: string) => void
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  // The URL may contain a bound that is not in the list.
  const isOther = value !== '' && !options.some(([name]) => name === value)
  return (
    <Field label={label}>
      {(ids) => (
        <select {...ids} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">all</option>
          {isOther ? <option value={value}>{value} and more</option> : null}
          {options.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface DaysProps {
  readonly name: 'dte_min' | 'dte_max'
  readonly label: string
  readonly value: number | undefined
  readonly onChange: (changes: Readonly<Record<string, string | null>>) => void
}

function Days({ name, label, value, onChange }: DaysProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          min={0}
          max={2000}
          step={1}
          placeholder="any"
          value={value ?? ''}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  )
}
