import { useRoute } from 'preact-iso'
import { useAnswer } from '../../answer.ts'
import { useDated } from '../../travel.ts'
import { SourceLine } from '../../ui/source-line.tsx'
import { Answered } from '../../ui/states.tsx'
import { SymbolHead } from '../symbol-head.tsx'
import { EarningsPanel } from './earnings-panel.tsx'
import { EventsPanel } from './events-panel.tsx'
import { NewsPanel } from './news-panel.tsx'

/** Past and upcoming events of a symbol. */
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
