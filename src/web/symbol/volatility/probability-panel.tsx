import { useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { type Mark, SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { ExpirationSelect } from '../expiration-select.tsx'
import { CalibrationNote } from './calibration-note.tsx'

type Probability = AnswerOf<'probability'>

const USUAL_DTE = 25

interface ProbabilityPanelProps {
  readonly symbol: string
  readonly term: AnswerOf<'iv_term_structure'>
}

/** How likely the options make each price at an expiration, and a price of one's own. */
export function ProbabilityPanel({ symbol, term }: ProbabilityPanelProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [levels, setLevels] = useState({ above: '', below: '' })
  const ahead = term.points.filter(({ dte }) => dte > 0)
  const date = chosen ?? (ahead.find(({ dte }) => dte >= USUAL_DTE) ?? ahead.at(-1))?.expiration_date
  const [above, below] = [levelOf(levels.above), levelOf(levels.below)]
  const query = useAnswer(
    'probability',
    date === undefined ? null : { symbol, target_date: date, above, below, ...useDated() },
  )
  if (date === undefined) return <Empty next="Choose another symbol or date.">No listed expirations.</Empty>
  const errors = query.problem?.fields ?? {}
  return (
    <Panel
      title="Implied probability"
      tools={<ExpirationSelect expirations={ahead} value={date} onChange={setChosen} label="At" />}
    >
      <div class="probability-levels">
        {(['above', 'below'] as const).map((side) => (
          <TextField
            key={side}
            type="number"
            inputMode="decimal"
            min={0}
            label={side === 'above' ? 'Above, USD' : 'Below, USD'}
            value={levels[side]}
            error={errors[side]}
            onValue={(text) => setLevels({ ...levels, [side]: text })}
          />
        ))}
      </div>
      {query.problem?.status === 422 ? null : (
        <Answered of={query}>{(answer) => <Density answer={answer} above={above} below={below} />}</Answered>
      )}
    </Panel>
  )
}

function levelOf(text: string): number | undefined {
  const level = Number(text)
  return text !== '' && level > 0 ? level : undefined
}

interface DensityProps {
  readonly answer: Probability
  readonly above: number | undefined
  readonly below: number | undefined
}

function Density({ answer, above, below }: DensityProps) {
  const { density, quantiles, symbol, target_date: date } = answer
  if (density.length === 0)
    return <Empty next="Choose another expiration.">The option prices of this date hold no distribution.</Empty>
  const marks: Mark[] = [
    { at: answer.underlying_price, title: 'price', colour: 'ink' },
    { at: above, title: 'above', colour: 'up' },
    { at: below, title: 'below', colour: 'down' },
  ]
  const priceAt = (q: number) => format.price(quantiles.find((row) => row.q === q)?.price)
  return (
    <>
      <p>
        {answer.event === null ? (
          'Enter a price, or two, for the chance to end there.'
        ) : (
          <>
            The chance that {symbol} {answer.event} is <b>{format.decimal(answer.probability)}</b>; at one volatility it
            would be {format.decimal(answer.probability_lognormal)}.
          </>
        )}
      </p>
      <SeriesChart
        label={`Implied probability of the price of ${symbol} on ${format.date(date)}`}
        x={density.map(({ price }) => price)}
        xTitle="Price"
        xFormat={format.price}
        format={(value) => format.decimal(value, 2)}
        marks={marks}
        series={[
          {
            title: 'Probability per USD',
            colour: 'accent',
            kind: 'area',
            values: density.map(({ density: value }) => value),
          },
        ]}
      />
      <p class="quiet">
        Half of the probability is between {priceAt(0.25)} and {priceAt(0.75)}, 80 % between {priceAt(0.1)} and{' '}
        {priceAt(0.9)}. Risk-neutral: what options charge, not a forecast.
      </p>
      <CalibrationNote of={answer.calibration} />
    </>
  )
}
