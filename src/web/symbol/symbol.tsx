import { useRoute } from 'preact-iso'
import './symbol.css'
import { useAnswer } from '../answer.ts'
import type { AnswerOf } from '../client.ts'
import { ALL_EXPIRATIONS, format, rangeWords, untilDate } from '../format.ts'
import { useDate, useDated } from '../travel.ts'
import { Figure, Figures } from '../ui/figure.tsx'
import { Panel } from '../ui/panel.tsx'
import { SourceLine } from '../ui/source-line.tsx'
import { Answered } from '../ui/states.tsx'
import { WhenNear } from '../ui/when-near.tsx'
import { LevelsPanel } from './levels/levels-panel.tsx'
import { PricePanel } from './levels/price-panel.tsx'
import { TrendPanel } from './levels/trend-panel.tsx'
import { SymbolHead } from './symbol-head.tsx'
import { ExpectedMovePanel } from './volatility/expected-move-panel.tsx'

const RENEW_MS = 15_000
const SLOW_MS = 60_000
/** Their chart library is loaded when they are about to be seen. */
const exposures = () => import('./levels/exposure-panels.tsx')

/** The overview of a symbol: price with levels, option metrics, and gamma exposure. */
export function SymbolPage() {
  const symbol = (useRoute().params['symbol'] ?? '').toUpperCase()
  const dated = useDated()
  const isNow = useDate() === null
  const everyMs = isNow ? RENEW_MS : undefined
  const slowly = isNow ? SLOW_MS : undefined
  const metrics = useAnswer('option_metrics', { symbol, ...dated }, { everyMs })
  const levels = useAnswer('support_resistance', { symbol, ...dated }, { everyMs: slowly })
  const term = useAnswer('iv_term_structure', { symbol, ...dated }, { everyMs: slowly })
  return (
    <>
      <SymbolHead symbol={symbol} page="symbol" />
      <Answered of={metrics}>
        {(answer) => (
          <>
            <SourceLine of={answer} />
            <div class="grid">
              <PricePanel
                symbol={symbol}
                metrics={answer}
                levels={levels.answer}
                term={term.answer}
                everyMs={everyMs}
              />
              <div class="symbol-side">
                <MetricsPanel metrics={answer} />
                <TrendPanel symbol={symbol} />
              </div>
              <WhenNear load={exposures}>
                {(panels) => <panels.ExposurePanels symbol={symbol} maxPain={answer.max_pain} everyMs={slowly} />}
              </WhenNear>
              <Answered of={levels}>{(found) => <LevelsPanel levels={found} />}</Answered>
              <Answered of={term}>
                {(found) => <ExpectedMovePanel term={found} price={answer.underlying_price} />}
              </Answered>
            </div>
          </>
        )}
      </Answered>
    </>
  )
}

function MetricsPanel({ metrics }: { readonly metrics: AnswerOf<'option_metrics'> }) {
  const asOf = metrics.as_of
  return (
    <Panel title="Options summary">
      <Figures>
        <Figure
          label="Net GEX"
          scope={ALL_EXPIRATIONS}
          field="net_gex"
          asOf={asOf}
          value={format.signedUsd(metrics.net_gex)}
          sign={metrics.net_gex}
          note={rangeWords(metrics.net_gex_range, format.signedUsd)}
        />
        <Figure
          label="Net DEX"
          scope={ALL_EXPIRATIONS}
          field="net_dex"
          asOf={asOf}
          value={format.signedUsd(metrics.net_dex)}
          sign={metrics.net_dex}
        />
        <Figure label="Regime" value={format.words(metrics.gamma_regime)} />
        <Figure
          label="Gamma flip"
          scope={ALL_EXPIRATIONS}
          field="gamma_flip"
          asOf={asOf}
          value={format.price(metrics.gamma_flip)}
          note={rangeWords(metrics.gamma_flip_range, format.price)}
        />
        <Figure
          label="Call wall"
          scope={ALL_EXPIRATIONS}
          field="call_wall"
          asOf={asOf}
          value={format.price(metrics.call_wall)}
          note={rangeWords(metrics.call_wall_range, format.strike)}
        />
        <Figure
          label="Put wall"
          scope={ALL_EXPIRATIONS}
          field="put_wall"
          asOf={asOf}
          value={format.price(metrics.put_wall)}
          note={rangeWords(metrics.put_wall_range, format.strike)}
        />
        <Figure label="Max pain" field="max_pain" asOf={asOf} value={format.price(metrics.max_pain)} />
        <Figure
          label="IV 30"
          field="iv30"
          asOf={asOf}
          value={format.decimal(metrics.iv30)}
          note={rangeWords(metrics.iv30_range, format.decimal)}
        />
        <Figure label="IV rank" field="iv_rank" asOf={asOf} value={format.ratio(metrics.iv_rank, 0)} />
        <Figure
          label="Put/call volume"
          field="put_call_ratio_volume"
          asOf={asOf}
          value={format.ratio(metrics.put_call_ratio_volume)}
        />
        <Figure
          label="Expected move"
          scope={untilDate(metrics.expected_move_expiration)}
          field="expected_move"
          asOf={asOf}
          value={format.price(metrics.expected_move)}
          note={format.pct(metrics.expected_move_pct)}
        />
        <Figure label="Contracts" field="total_volume" asOf={asOf} value={format.count(metrics.total_volume)} />
      </Figures>
    </Panel>
  )
}
