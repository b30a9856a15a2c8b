import { useRoute } from 'preact-iso'
import './symbol-exposure.css'
import { useAnswer } from '../../answer.ts'
import { useDate, useDated } from '../../travel.ts'
import { SourceLine } from '../../ui/source-line.tsx'
import { Answered } from '../../ui/states.tsx'
import { SymbolHead } from '../symbol-head.tsx'
import { ChangePanel } from './change-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { MatrixPanel } from './matrix-panel.tsx'
import { ScenarioPanel } from './scenario-panel.tsx'
import { ZeroDtePanel } from './zero-dte-panel.tsx'

const RENEW_MS = 60_000

/** Exposures of a symbol: over the session, by strike and expiration, of the day alone, after a move, and since another day. */
export function SymbolExposurePage() {
  const symbol = (useRoute().params['symbol'] ?? '').toUpperCase()
  const everyMs = useDate() === null ? RENEW_MS : undefined
  const today = useAnswer('gamma_exposure', { symbol, dte_max: 0, ...useDated() }, { everyMs })
  return (
    <>
      <SymbolHead symbol={symbol} page="symbolExposure" />
      <Answered of={today}>
        {(answer) => (
          <>
            <SourceLine of={answer} />
            <div class="grid">
              <HistoryPanel symbol={symbol} everyMs={everyMs} />
              <MatrixPanel symbol={symbol} everyMs={everyMs} />
              <ZeroDtePanel answer={answer} />
              <ScenarioPanel symbol={symbol} />
              <ChangePanel symbol={symbol} />
            </div>
            <p class="quiet">
              Exposures assume that dealers are long calls and short puts. Who holds what is not published: read them as
              an estimate.
            </p>
          </>
        )}
      </Answered>
    </>
  )
}
