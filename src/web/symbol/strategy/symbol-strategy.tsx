import { useEffect } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import './symbol-strategy.css'
import { useAnswer } from '../../answer.ts'
import { pathTo } from '../../paths.ts'
import { useDate, useDated } from '../../travel.ts'
import { Panel } from '../../ui/panel.tsx'
import { SourceLine } from '../../ui/source-line.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { SymbolHead } from '../symbol-head.tsx'
import { Builder } from './builder.tsx'
import { rememberLegs, useStrategyState } from './strategy-state.ts'
import { TemplatePicker } from './template-picker.tsx'

const SLOW_MS = 60_000

/** Builds an option strategy: templates, legs, profit by price and date, figures and chances. */
export function SymbolStrategyPage() {
  const symbol = (useRoute().params['symbol'] ?? '').toUpperCase()
  const { state, change } = useStrategyState()
  const date = useDate()
  const everyMs = date === null ? SLOW_MS : undefined
  const term = useAnswer('iv_term_structure', { symbol, ...useDated() }, { everyMs })
  const legs = state.legs.join()
  useEffect(() => rememberLegs(symbol, state.legs), [symbol, legs])
  return (
    <>
      <SymbolHead symbol={symbol} page="symbolStrategy" />
      <Answered of={term}>
        {(answer) =>
          answer.points.length === 0 ? (
            <Empty next="Choose another symbol or date.">{symbol} has no listed expirations.</Empty>
          ) : (
            <>
              <SourceLine of={answer} />
              <div class="grid">
                <Panel
                  title={state.legs.length === 0 ? 'Choose a strategy' : 'Templates'}
                  span={3}
                  tools={<a href={pathTo('symbolStrategies', { symbol }, { date })}>Find strategies for a thesis</a>}
                >
                  <TemplatePicker
                    symbol={symbol}
                    expirations={answer.points}
                    isFirst={state.legs.length === 0}
                    onLegs={(chosen) => change({ legs: chosen, iv: 0, on: null })}
                  />
                </Panel>
                {state.legs.length === 0 ? null : (
                  <Builder symbol={symbol} term={answer} state={state} change={change} />
                )}
              </div>
              <p class="quiet">
                Probabilities are risk-neutral: what option prices charge, not a forecast. Margin is an estimate; a
                broker may ask for more. Nothing here is advice.
              </p>
            </>
          )
        }
      </Answered>
    </>
  )
}
