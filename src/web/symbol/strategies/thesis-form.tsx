import type { ComponentChildren } from 'preact'
import {
  DIRECTIONS,
  PREFERENCES,
  SEARCHED_TEMPLATES,
} from '../../../analytics/domain/strategies/search/search-query.ts'
import type { AnswerOf, Problem } from '../../client.ts'
import { format } from '../../format.ts'
import { Field } from '../../ui/form/field.tsx'
import { templateTitle } from '../strategy/template-picture.ts'
import type { Thesis } from './thesis-state.ts'

interface ThesisFormProps {
  readonly thesis: Thesis
  /** What the service assumed where nothing is given. */
  readonly assumed: AnswerOf<'find_strategies'>['thesis'] | undefined
  readonly problem: Problem | null
  readonly onThesis: (changes: Partial<Thesis>) => void
}

const TARGET = 'target'
const GOALS = {
  neutral: 'stays where it is',
  bullish: 'rises',
  bearish: 'falls',
  volatile: 'moves more than options imply',
} as const
const WEIGHTS = { balanced: 'Balance', return: 'Return', probability: 'Chance of profit' } as const

/** What is expected of the price, by when, and what may be lost. Every change searches again. */
export function ThesisForm({ thesis, assumed, problem, onThesis }: ThesisFormProps) {
  const errors = problem?.fields ?? {}
  const isTarget = thesis.target_price !== null
  const goal = isTarget ? TARGET : (thesis.direction ?? 'neutral')
  const choose = (name: string) => {
    const direction = DIRECTIONS.find((each) => each === name) ?? null
    onThesis({ direction, target_price: direction ? null : Number((assumed?.price ?? 0).toFixed(2)) })
  }
  const number = (name: 'target_price' | 'max_loss' | 'iv_points', label: string, usual: string) => (
    <NumberField
      label={label}
      value={thesis[name]}
      usual={usual}
      error={errors[name]}
      onValue={(value) => onThesis({ [name]: value })}
    />
  )
  return (
    <form class="filters thesis" onSubmit={(event) => event.preventDefault()}>
      <Chosen label="The price" value={goal} onValue={choose} error={errors['direction']}>
        {DIRECTIONS.map((name) => (
          <option key={name} value={name}>
            {GOALS[name]}
          </option>
        ))}
        <option value={TARGET}>goes to a price of mine</option>
      </Chosen>
      {isTarget ? number('target_price', 'Price, USD', '') : null}
      <Field label="By" error={errors['target_date']}>
        {(ids) => (
          <input
            {...ids}
            type="date"
            value={thesis.target_date ?? assumed?.target_date ?? ''}
            onChange={(event) => onThesis({ target_date: event.currentTarget.value || null })}
          />
        )}
      </Field>
      {number('max_loss', 'Maximum loss, USD', assumed ? format.whole(assumed.max_loss) : '')}
      {number('iv_points', 'IV change, points', '0')}
      <Chosen
        label="Rank by"
        value={thesis.prefer ?? 'balanced'}
        onValue={(name) => onThesis({ prefer: PREFERENCES.find((each) => each === name) ?? null })}
      >
        {PREFERENCES.map((name) => (
          <option key={name} value={name}>
            {WEIGHTS[name]}
          </option>
        ))}
      </Chosen>
      <TemplateChoice thesis={thesis} onThesis={onThesis} />
    </form>
  )
}

interface ChosenProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly error?: string | undefined
  readonly children: ComponentChildren
}

function Chosen({ label, value, onValue, error, children }: ChosenProps) {
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <select {...ids} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          {children}
        </select>
      )}
    </Field>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly value: number | null
  /** What an empty field means. */
  readonly usual: string
  readonly error: string | undefined
  readonly onValue: (value: number | null) => void
}

function NumberField({ label, value, usual, error, onValue }: NumberFieldProps) {
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          step="any"
          placeholder={usual}
          value={value ?? ''}
          onChange={(event) => {
            const { value: text, valueAsNumber } = event.currentTarget
            onValue(text === '' ? null : valueAsNumber)
          }}
        />
      )}
    </Field>
  )
}

function TemplateChoice({ thesis, onThesis }: Pick<ThesisFormProps, 'thesis' | 'onThesis'>) {
  const chosen = new Set(thesis.templates)
  return (
    <details class="thesis-templates">
      <summary>{chosen.size === 0 ? 'All structures of limited loss' : `${chosen.size} structures`}</summary>
      {SEARCHED_TEMPLATES.map((name) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={chosen.has(name)}
            onChange={() => {
              if (!chosen.delete(name)) chosen.add(name)
              onThesis({ templates: SEARCHED_TEMPLATES.filter((each) => chosen.has(each)) })
            }}
          />
          {templateTitle(name)}
        </label>
      ))}
    </details>
  )
}
