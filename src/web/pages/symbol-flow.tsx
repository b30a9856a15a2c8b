import { useRoute } from 'preact-iso'
import { useAnswer } from '../answer.ts'
import { DarkPoolPanels } from '../parts/dark-pool-panels.tsx'
import { NetFlowPanel } from '../parts/net-flow-panel.tsx'
import { Panel } from '../parts/panel.tsx'
import { PRINT_COLUMNS, TIME } from '../parts/print-columns.tsx'
import { SourceLine } from '../parts/source-line.tsx'
import { Answered } from '../parts/states.tsx'
import { SymbolHead } from '../parts/symbol-head.tsx'
import { Table } from '../parts/table.tsx'
import { pathTo } from '../paths.ts'
import { useDate, useDated } from '../travel.ts'

const RENEW_MS = 5_000
const SHOWN = 25

/** Who buys and sells a symbol: options over time, trades off the exchanges, the newest prints. */
export function SymbolFlowPage() {
  const symbol = (useRoute().params['symbol'] ?? '').toUpperCase()
  const date = useDate()
  const prints = useAnswer(
    'options_flow',
    { symbol, limit: SHOWN, ...useDated() },
    { everyMs: date === null ? RENEW_MS : undefined },
  )
  return (
    <>
      <SymbolHead symbol={symbol} page="symbolFlow" />
      <Answered of={prints}>
        {(answer) => (
          <>
            <SourceLine of={answer} />
            <div class="grid">
              <NetFlowPanel symbol={symbol} />
              <DarkPoolPanels symbol={symbol} />
              <Panel
                title="Latest prints"
                span={3}
                tools={<a href={pathTo('flow', {}, { symbol, date })}>The whole tape of {symbol}</a>}
              >
                <Table
                  label={`The ${SHOWN} newest prints`}
                  columns={[TIME, ...PRINT_COLUMNS]}
                  rows={answer.data}
                  keyOf={({ id }) => id}
                  asOf={answer.as_of}
                  empty="Nothing has traded yet in this session."
                />
              </Panel>
            </div>
          </>
        )}
      </Answered>
    </>
  )
}
