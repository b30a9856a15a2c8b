import './score-breakdown.css'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { Explained } from './explained.tsx'
import { Figure, Figures } from './figure.tsx'

export type Unusual = AnswerOf<'unusual_activity'>['data'][number]

const FACTORS: Readonly<Record<Unusual['score_breakdown'][number]['factor'], string>> = {
  size: 'Size',
  premium: 'Premium',
  volume_oi: 'Open interest',
  history: 'History',
  execution: 'Execution',
  order_type: 'Order type',
  timing: 'Timing',
  strike: 'Strike',
  combination: 'Combination',
  accumulation: 'Steady buying',
  alert_rule: 'Pattern',
}

/** Why a print has its score, factor by factor, and what its contract did since. */
export function ScoreBreakdown({ print, asOf }: { readonly print: Unusual; readonly asOf: string }) {
  const parts = print.score_breakdown.toSorted((a, b) => b.points - a.points)
  const most = Math.max(1, parts[0]?.points ?? 1)
  return (
    <>
      <div class="score-total" role="img" aria-label={`The parts add up to ${print.unusual_score} of 100 points`}>
        {parts.map(({ factor, points }, index) => (
          <i key={factor} style={{ '--share': `${points}%`, '--strength': Math.max(0.25, 1 - 0.14 * index) }} />
        ))}
      </div>
      <dl class="score-parts">
        {parts.map(({ factor, points, reason }) => (
          <div key={factor}>
            <dt>
              <Explained field="points" asOf={asOf}>
                {FACTORS[factor]}
              </Explained>
            </dt>
            <dd>{points}</dd>
            <dd>
              <i class="score-bar" style={{ '--share': `${(100 * points) / most}%` }} />
            </dd>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
      <Outcome outcome={print.outcome} asOf={asOf} />
    </>
  )
}

function Outcome({ outcome, asOf }: { readonly outcome: Unusual['outcome']; readonly asOf: string }) {
  const times = [
    ['return_pct_5m', 'After 5 minutes'],
    ['return_pct_30m', 'After 30 minutes'],
    ['return_pct_1d', 'At the next close'],
  ] as const
  return (
    <>
      <h3>What the contract did</h3>
      <Figures>
        {times.map(([field, title]) => (
          <Figure
            key={field}
            label={title}
            field={field}
            asOf={asOf}
            value={format.signedPct(outcome[field], 1)}
            sign={outcome[field]}
          />
        ))}
      </Figures>
    </>
  )
}
