import './flow-summary.css'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { Explained } from '../ui/explained.tsx'
import { Figure, Figures } from '../ui/figure.tsx'
import { SentimentBar } from './sentiment-bar.tsx'

/** Totals and sentiment of all prints that match the filters. */
export function FlowSummary({ of: { summary, as_of: asOf } }: { readonly of: AnswerOf<'options_flow'> }) {
  return (
    <div class="flow-summary">
      <div class="flow-split">
        <div data-type="call" style={{ flexGrow: summary.call_premium }}>
          <Explained field="call_premium" asOf={asOf}>
            Calls
          </Explained>{' '}
          <b>{format.usd(summary.call_premium)}</b>
        </div>
        <div data-type="put" style={{ flexGrow: summary.put_premium }}>
          <Explained field="put_premium" asOf={asOf}>
            Puts
          </Explained>{' '}
          <b>{format.usd(summary.put_premium)}</b>
        </div>
      </div>
      <SentimentBar of={summary} asOf={asOf} />
      <Figures>
        <Figure
          label="Net premium"
          field="net_premium"
          asOf={asOf}
          value={format.signedUsd(summary.net_premium)}
          sign={summary.net_premium}
        />
        <Figure
          label="Put/call premium"
          field="put_call_ratio_premium"
          asOf={asOf}
          value={format.ratio(summary.put_call_ratio_premium)}
        />
        <Figure
          label="Put/call volume"
          field="put_call_ratio_volume"
          asOf={asOf}
          value={format.ratio(summary.put_call_ratio_volume)}
        />
        <Figure label="Calls, contracts" field="call_volume" asOf={asOf} value={format.count(summary.call_volume)} />
        <Figure label="Puts, contracts" field="put_volume" asOf={asOf} value={format.count(summary.put_volume)} />
        <Figure label="Prints" field="row_count" asOf={asOf} value={format.whole(summary.row_count)} />
      </Figures>
    </div>
  )
}
