import { useState } from 'preact/hooks'
import { SCORE_HORIZONS } from '../../receiver/domain/scorecard/measured-idea.ts'
import type { ReceiverKey } from '../client.ts'
import { format } from '../format.ts'
import { Figure, Figures } from '../ui/figure.tsx'
import { Choice } from '../ui/form/choice.tsx'
import { Panel } from '../ui/panel.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Unlock } from './ledger.tsx'
import type { Card } from './ledger-client.ts'
import { ProfitCharts, Reliability } from './scorecard-charts.tsx'
import { AdvantageTable, GroupTables, StrategyTable } from './scorecard-tables.tsx'
import { useScorecard } from './use-ledger.ts'

const HORIZONS = SCORE_HORIZONS.map(
  (sessions) => [String(sessions), sessions === 1 ? '1 session' : `${sessions} sessions`] as const,
)
const USUAL = 5

/** What the receiver's decisions were worth, for its operator. */
export function ScorecardPage() {
  const [key, setKey] = useState<ReceiverKey | null>(null)
  return (
    <>
      <h1>Scorecard</h1>
      {key ? (
        <Scorecard lock={key} onClose={() => setKey(null)} />
      ) : (
        <Unlock
          onOpen={setKey}
          action="Open the scorecard"
          about="What the receiver’s decisions on trade ideas were worth, skips included, beside following every idea, fixed rules and holding SPY."
        />
      )}
    </>
  )
}

function Scorecard({ lock, onClose }: { readonly lock: ReceiverKey; readonly onClose: () => void }) {
  const [horizon, setHorizon] = useState<string | null>(null)
  const [symbol, setSymbol] = useState('')
  const sessions = SCORE_HORIZONS.find((each) => String(each) === horizon) ?? USUAL
  const card = useScorecard({ ...lock, input: { horizon: sessions, ...(symbol !== '' && { symbol }) } })
  return (
    <>
      <search class="filters">
        <Choice
          label="Measured after"
          all={`${USUAL} sessions`}
          options={HORIZONS.filter(([name]) => name !== String(USUAL))}
          value={horizon}
          onChange={setHorizon}
        />
        <label class="row">
          Symbol{' '}
          <input
            type="text"
            list="symbols"
            placeholder="all"
            autocomplete="off"
            value={symbol}
            onChange={(event) => setSymbol(event.currentTarget.value.trim().toUpperCase())}
          />
        </label>
        <button type="button" onClick={onClose}>
          Close the scorecard
        </button>
      </search>
      <Answered of={card}>{(answer) => <CardPanels card={answer} />}</Answered>
    </>
  )
}

function CardPanels({ card }: { readonly card: Card }) {
  const { decisions, costs, exits, realized, warnings } = card
  return (
    <div class="grid">
      <Panel title="Decisions" span={3}>
        <Figures>
          <Figure label="Decisions" value={format.whole(decisions.total)} note={ordersText(decisions.orders)} />
          <Figure
            label="Measured"
            value={format.whole(decisions.measured)}
            note={`${decisions.unfinished} not over, ${decisions.unpriced} without prices`}
          />
          <Figure label="Overruled" value={format.whole(decisions.overruled)} note="by a gate or a bound" />
          <Figure label="Target first" value={format.whole(exits.target)} />
          <Figure label="Stop first" value={format.whole(exits.stop)} />
          <Figure label="Neither" value={format.whole(exits.horizon)} />
          <Figure
            label="Cost of models"
            value={format.usd(costs.usd)}
            note={costs.unknown > 0 ? `unknown for ${costs.unknown}` : null}
          />
          <Figure
            label="Realized profit"
            value={format.signedUsd(realized.pnl_usd)}
            sign={realized.pnl_usd}
            note={ordersText(realized.orders, 'paper ')}
          />
        </Figures>
        {warnings.map((warning) => (
          <p key={warning} class="quiet">
            {warning}
          </p>
        ))}
      </Panel>
      {decisions.measured === 0 ? (
        <Panel title="Results" span={3}>
          {decisions.total === 0 ? (
            <Empty next="The receiver decides on each trade idea that arrives.">
              No decision was made in this time.
            </Empty>
          ) : (
            <Empty next="Choose a shorter horizon, or wait for its close.">No decision has been measured yet.</Empty>
          )}
        </Panel>
      ) : (
        <Results card={card} />
      )}
    </div>
  )
}

function ordersText(count: number, kind = ''): string {
  return `${format.whole(count)} ${kind}${count === 1 ? 'order' : 'orders'}`
}

function Results({ card }: { readonly card: Card }) {
  return (
    <>
      <Panel title="Beside simpler ways to decide" span={3}>
        <p class="quiet">
          Each idea stakes {format.usd(card.stake_usd)}; each side of a trade costs {card.cost_bps / 100} %. A position
          ends at the target or the stop, whichever came first, else after {card.horizon} sessions. Intervals hold in 95
          of 100 cases.
        </p>
        <StrategyTable card={card} />
        <AdvantageTable card={card} />
      </Panel>
      <Panel title="Profit of the decisions and of each baseline" span={3}>
        <ProfitCharts card={card} />
      </Panel>
      <Panel title="Reliability of the confidence" span={3}>
        <Reliability of={card.confidence} />
      </Panel>
      <GroupTables card={card} />
    </>
  )
}
