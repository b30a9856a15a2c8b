import { useMemo, useRef, useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { type ChartSeries, type Mark, SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { ExpirationSelect } from '../expiration-select.tsx'
import { CalibrationNote } from './calibration-note.tsx'
import { ChanceWords } from './chance-words.tsx'
import { LevelHandles } from './level-handles.tsx'
import { eventOf, LEVEL_NAMES, type LevelName, type LevelTexts } from './price-levels.ts'

type Probability = AnswerOf<'probability'>

const USUAL_DTE = 25
const NO_LEVELS: LevelTexts = { above: '', below: '' }

interface ProbabilityPanelProps {
  readonly symbol: string
  readonly term: AnswerOf<'iv_term_structure'>
}

/** How likely the options make each price at an expiration, and a price of one's own. */
export function ProbabilityPanel({ symbol, term }: ProbabilityPanelProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [levels, setLevels] = useState(NO_LEVELS)
  /** Those that the service is asked for: a level that is dragged waits until it is left. */
  const [settled, setSettled] = useState(NO_LEVELS)
  const [last, setLast] = useState<LevelName>('above')
  const ahead = term.points.filter(({ dte }) => dte > 0)
  const date = chosen ?? (ahead.find(({ dte }) => dte >= USUAL_DTE) ?? ahead.at(-1))?.expiration_date
  const input = date === undefined ? null : { symbol, target_date: date, ...useDated() }
  const query = useAnswer('probability', input)
  const event = eventOf(settled)
  const touch = event[last] ?? event.above ?? event.below
  const chances = useAnswer('probability', input && touch !== undefined ? { ...input, ...event, touch } : null)
  const errors = chances.problem?.fields ?? {}
  // A key moves a level and leaves it before the next rendering.
  const latest = useRef(levels)
  const move = (name: LevelName, text: string) => {
    latest.current = { ...latest.current, [name]: text }
    setLast(name)
    setLevels(latest.current)
  }
  if (date === undefined) return <Empty next="Choose another symbol or date.">No listed expirations.</Empty>
  return (
    <Panel
      title="Implied probability"
      tools={<ExpirationSelect expirations={ahead} value={date} onChange={setChosen} label="At" />}
    >
      <div class="probability-levels">
        {LEVEL_NAMES.map((side) => (
          <TextField
            key={side}
            type="number"
            inputMode="decimal"
            min={0}
            label={side === 'above' ? 'Above, USD' : 'Below, USD'}
            value={levels[side]}
            error={errors[side]}
            onValue={(text) => {
              move(side, text)
              setSettled(latest.current)
            }}
          />
        ))}
      </div>
      <Answered of={query}>
        {(answer) =>
          answer.density.length === 0 ? (
            <Empty next="Choose another expiration.">The option prices of this date hold no distribution.</Empty>
          ) : (
            <>
              {chances.problem?.status === 422 ? null : (
                <ChanceWords density={answer} levels={levels} exact={levels === settled ? chances.answer : null} />
              )}
              <Density answer={answer} levels={levels} onMove={move} onSettle={() => setSettled(latest.current)} />
              <Ranges answer={answer} />
              <CalibrationNote of={answer.calibration} />
            </>
          )
        }
      </Answered>
    </Panel>
  )
}

interface DensityProps {
  readonly answer: Probability
  readonly levels: LevelTexts
  readonly onMove: (name: LevelName, text: string) => void
  readonly onSettle: () => void
}

/** The chart is drawn anew for another answer only: a level that moves moves its handle alone. */
function Density({ answer, ...handles }: DensityProps) {
  const { density, symbol, target_date: date, underlying_price: price } = answer
  const x = useMemo(() => density.map((point) => point.price), [density])
  const series = useMemo<readonly ChartSeries[]>(
    () => [
      {
        title: 'Probability per USD',
        colour: 'accent',
        kind: 'area',
        values: density.map(({ density: value }) => value),
      },
    ],
    [density],
  )
  const marks: Mark[] = [{ at: price, title: 'price', colour: 'ink' }]
  return (
    <SeriesChart
      label={`Implied probability of the price of ${symbol} on ${format.date(date)}`}
      x={x}
      xTitle="Price"
      xFormat={format.price}
      format={(value) => format.decimal(value, 2)}
      marks={marks}
      series={series}
      overlay={(area) => <LevelHandles area={area} density={density} {...handles} />}
    />
  )
}

function Ranges({ answer: { quantiles } }: { readonly answer: Probability }) {
  const priceAt = (q: number) => format.price(quantiles.find((row) => row.q === q)?.price)
  return (
    <p class="quiet">
      Half of the probability is between {priceAt(0.25)} and {priceAt(0.75)}, 80 % between {priceAt(0.1)} and{' '}
      {priceAt(0.9)}. Risk-neutral: what options charge, not a forecast.
    </p>
  )
}
