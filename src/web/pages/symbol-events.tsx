import { useRoute } from 'preact-iso'
import { useAnswer } from '../answer.ts'
import { EarningsPanel } from '../parts/earnings-panel.tsx'
import { EventsPanel } from '../parts/events-panel.tsx'
import { NewsPanel } from '../parts/news-panel.tsx'
import { SourceLine } from '../parts/source-line.tsx'
import { Answered } from '../parts/states.tsx'
import { SymbolHead } from '../parts/symbol-head.tsx'
import { useDated } from '../travel.ts'

/** What moved a symbol on single days, and what may move it next. */
export function SymbolEventsPage() {
  const symbol = (useRoute().params['symbol'] ?? '').toUpperCase()
  const events = useAnswer('events', { symbol, limit: 1, ...useDated() })
  return (
    <>
      <SymbolHead symbol={symbol} page="symbolEvents" />
      <Answered of={events}>
        {(answer) => (
          <>
            <SourceLine of={answer} />
            <div class="grid">
              <EarningsPanel symbol={symbol} />
              <EventsPanel symbol={symbol} />
              <NewsPanel symbol={symbol} />
            </div>
          </>
        )}
      </Answered>
    </>
  )
}
