import './score-breakdown.css'
import type { UnusualPrint } from '../../flow/contract/unusual-activity.ts'
import { format } from '../format.ts'
import { Explained } from '../ui/explained.tsx'
import { Figure, Figures } from '../ui/figure.tsx'

type Scored = Pick<UnusualPrint, 'unusual_score' | 'score_breakdown' | 'outcome'>

const FACTORS: Readonly<Record<Scored['score_breakdown'][number]['factor'], string>> = {
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
}

/** The factors of a print's score, and the later returns of its contract. */
export function ScoreBreakdown({ print, asOf }: { readonly print: Scored; readonly asOf: string }) {
  const parts = print.score_breakdown.toSorted((a, b) => b.points - a.points)
  const maxPoints = Math.max(1, parts[0]?.points ?? 1)
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
              <i class="score-bar" style={{ '--share': `${(100 * points) / maxPoints}%` }} />
            </dd>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
      <Outcome outcome={print.outcome} asOf={asOf} />
    </>
  )
}

function Outcome({ outcome, asOf }: { readonly outcome: Scored['outcome']; readonly asOf: string }) {
  const times = [
    ['return_pct_5m', 'After 5 minutes'],
    ['return_pct_30m', 'After 30 minutes'],
    ['return_pct_1d', 'At the next close'],
  ] as const
  return (
    <>
      <h3>Returns of the contract</h3>
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
