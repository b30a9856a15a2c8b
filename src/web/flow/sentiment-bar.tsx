import { format } from '../format.ts'
import { Explained } from '../ui/explained.tsx'

interface SentimentBarProps {
  readonly of: {
    readonly bullish_pct: number | null
    readonly neutral_pct: number | null
    readonly bearish_pct: number | null
  }
  readonly asOf: string
}

/** The sentiment of prints, as parts of one bar. */
export function SentimentBar({ of: sentiment, asOf }: SentimentBarProps) {
  const parts = [
    ['Bullish', 'bullish_pct', sentiment.bullish_pct],
    ['Neutral', 'neutral_pct', sentiment.neutral_pct],
    ['Bearish', 'bearish_pct', sentiment.bearish_pct],
  ] as const
  return (
    <div class="sentiment">
      {parts.map(([title, field, share]) => (
        <div key={field} class="share" data-kind={field} style={{ flexGrow: share ?? 0 }}>
          <Explained field={field} asOf={asOf}>
            {title}
          </Explained>{' '}
          <b>{format.pct(share)}</b>
        </div>
      ))}
    </div>
  )
}
