import { useRoute } from 'preact-iso'
import './symbol-volatility.css'
import { useAnswer } from '../../answer.ts'
import { Gauge } from '../../charts/gauge.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDate, useDated } from '../../travel.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SourceLine } from '../../ui/source-line.tsx'
import { Answered } from '../../ui/states.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import { SymbolHead } from '../symbol-head.tsx'
import { ConePanel } from './cone-panel.tsx'
import { ProbabilityPanel } from './probability-panel.tsx'
import { SmilePanel } from './smile-panel.tsx'
import { TermStructurePanel } from './term-structure-panel.tsx'
import { VolatilityBars } from './volatility-bars.tsx'
import { premiumWords, rankWords, skewWords, wingWords } from './volatility-words.ts'

const RENEW_MS = 30_000
const surface = () => import('./surface-panel.tsx')
const reports = () => import('../events/report-moves-panel.tsx')

/** Volatility of a symbol: rank in its year, implied against realized, by strike and by time. */
export function SymbolVolatilityPage() {
  const symbol = (useRoute().params['symbol'] ?? '').toUpperCase()
  const dated = useDated()
  const everyMs = useDate() === null ? RENEW_MS : undefined
  const term = useAnswer('iv_term_structure', { symbol, ...dated }, { everyMs })
  const metrics = useAnswer('option_metrics', { symbol, ...dated }, { everyMs })
  return (
    <>
      <SymbolHead symbol={symbol} page="symbolVolatility" />
      <Answered of={term}>
        {(answer) => (
          <>
            <SourceLine of={answer} />
            <div class="grid">
              <RankPanel term={answer} />
              <Panel title="Implied against realized">
                <VolatilityBars term={answer} />
                <p class="volatility-words">{premiumWords(answer.iv_minus_rv30)}</p>
              </Panel>
              <Panel title="Skew at 30 days">
                <Answered of={metrics}>{(answer) => <SkewFigures metrics={answer} />}</Answered>
              </Panel>
            </div>
            <div class="grid" data-columns="2">
              <SmilePanel symbol={symbol} term={answer} />
              <TermStructurePanel term={answer} />
              <ProbabilityPanel symbol={symbol} term={answer} />
              <ConePanel symbol={symbol} term={answer} />
              <WhenNear load={surface}>{(panels) => <panels.SurfacePanel symbol={symbol} />}</WhenNear>
              <WhenNear load={reports}>{(panels) => <panels.ReportMovesPanel symbol={symbol} />}</WhenNear>
            </div>
          </>
        )}
      </Answered>
    </>
  )
}

function RankPanel({ term }: { readonly term: AnswerOf<'iv_term_structure'> }) {
  const { iv_rank: rank, iv_percentile: percentile, iv30, as_of: asOf } = term
  return (
    <Panel title="IV rank">
      <Gauge label="IV rank" value={rank} text={format.ratio(rank, 0)} />
      <Figures>
        <Figure label="IV rank" field="iv_rank" asOf={asOf} value={format.ratio(rank, 1)} />
        <Figure label="IV percentile" field="iv_percentile" asOf={asOf} value={format.ratio(percentile, 1)} />
        <Figure label="IV 30" field="iv30" asOf={asOf} value={format.decimal(iv30)} />
      </Figures>
      <p class="volatility-words">{rankWords(rank)}</p>
    </Panel>
  )
}

/** A difference of decimals in points, with its sign. */
function signed(difference: number | null): string {
  return format.signedPct(difference === null ? null : 100 * difference, 1)
}

function SkewFigures({ metrics }: { readonly metrics: AnswerOf<'option_metrics'> }) {
  const { rr25, bf25, atm_iv: atmIv, expected_move_pct: move, as_of: asOf } = metrics
  return (
    <>
      <Figures>
        <Figure label="Risk reversal 25" field="rr25" asOf={asOf} value={signed(rr25)} />
        <Figure label="Butterfly 25" field="bf25" asOf={asOf} value={signed(bf25)} />
        <Figure label="ATM IV" field="atm_iv" asOf={asOf} value={format.decimal(atmIv)} note="next expiration" />
        <Figure label="Expected move" field="expected_move_pct" asOf={asOf} value={format.pct(move)} />
      </Figures>
      <p class="volatility-words">{skewWords(rr25)}</p>
      <p class="volatility-words">{wingWords(bf25)}</p>
    </>
  )
}
