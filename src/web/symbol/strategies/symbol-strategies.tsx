import { useRoute } from 'preact-iso'
import './symbol-strategies.css'
import { useAnswer } from '../../answer.ts'
import { format } from '../../format.ts'
import { pathTo } from '../../paths.ts'
import { useDate, useDated } from '../../travel.ts'
import { Panel } from '../../ui/panel.tsx'
import { SourceLine } from '../../ui/source-line.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { SymbolHead } from '../symbol-head.tsx'
import { CalibrationNote } from '../volatility/calibration-note.tsx'
import { StrategyCard } from './strategy-card.tsx'
import { ThesisForm } from './thesis-form.tsx'
import { inputOf, useThesis } from './thesis-state.ts'

/** Ranks structures for a thesis about the price. The address holds the thesis. */
export function SymbolStrategiesPage() {
  const symbol = (useRoute().params['symbol'] ?? '').toUpperCase()
  const { thesis, change } = useThesis()
  const date = useDate()
  const query = useAnswer('find_strategies', { ...inputOf(symbol, thesis), ...useDated() })
  const target = query.answer?.thesis.target_date
  const { answer: implied } = useAnswer(
    'probability',
    target === undefined ? null : { symbol, target_date: target, points: 21, ...useDated() },
  )
  const isRefused = query.problem?.status === 422
  return (
    <>
      <SymbolHead symbol={symbol} page="symbolStrategy" />
      <Panel
        title="What do you expect?"
        tools={<a href={pathTo('symbolStrategy', { symbol }, { date })}>Build a strategy yourself</a>}
      >
        <ThesisForm thesis={thesis} assumed={query.answer?.thesis} problem={query.problem} onThesis={change} />
        {isRefused ? <Empty>{query.problem?.message}</Empty> : null}
      </Panel>
      {isRefused ? null : (
        <Answered of={query}>
          {(answer) => (
            <>
              <p class="found-words">
                {format.whole(answer.considered)} structures compared; the price of the thesis is{' '}
                {format.price(answer.thesis.price)}, that of option prices {format.price(answer.thesis.implied_price)}.
              </p>
              <SourceLine of={answer} />
              {answer.data.length === 0 ? (
                <Empty next="The note above says what to loosen.">No structure passes the limits of the search.</Empty>
              ) : (
                <div class="grid">
                  {answer.data.map((found) => (
                    <StrategyCard key={found.rank} of={answer} found={found} />
                  ))}
                </div>
              )}
              <CalibrationNote of={implied?.calibration} />
              <p class="quiet">
                Chances are risk-neutral or follow from your thesis; costs are a quarter of the spread, in and out.
                Margin is an estimate. Research data, not advice.
              </p>
            </>
          )}
        </Answered>
      )}
    </>
  )
}
