import { useRoute } from 'preact-iso'
import { useAnswer } from '../answer.ts'
import { pathTo } from '../paths.ts'
import { ContractPlace } from '../symbol/contract/contract-place.tsx'
import { DarkPoolPanels } from '../symbol/levels/dark-pool-panels.tsx'
import { SymbolHead } from '../symbol/symbol-head.tsx'
import { useDate, useDated } from '../travel.ts'
import { Panel } from '../ui/panel.tsx'
import { SourceLine } from '../ui/source-line.tsx'
import { Answered, Empty } from '../ui/states.tsx'
import { Table } from '../ui/table/table.tsx'
import { HedgePanel } from './hedge/hedge-panel.tsx'
import { NetFlowPanel } from './net-flow-panel.tsx'
import { PRINT_COLUMNS, PRINT_FIELDS, TIME } from './print-columns.tsx'
import { withFields } from './with-fields.ts'

const RENEW_MS = 5_000
const SHOWN = 25

/** The flow of a symbol: option premium over time, off-exchange trades, the newest prints. */
export function SymbolFlowPage() {
  const symbol = (useRoute().params['symbol'] ?? '').toUpperCase()
  const date = useDate()
  const prints = useAnswer(
    'options_flow',
    { symbol, limit: SHOWN, fields: [...PRINT_FIELDS], ...useDated() },
    { everyMs: date === null ? RENEW_MS : undefined },
  )
  return (
    <>
      <SymbolHead symbol={symbol} page="symbolFlow" />
      <ContractPlace />
      <Answered of={prints}>
        {(answer) => (
          <>
            <SourceLine of={answer} />
            <div class="grid">
              <NetFlowPanel symbol={symbol} />
              <HedgePanel symbol={symbol} />
              <DarkPoolPanels symbol={symbol} />
              <Panel
                title="Latest prints"
                span={3}
                tools={<a href={pathTo('flow', {}, { symbol, date })}>The whole tape of {symbol}</a>}
              >
                <Table
                  label={`The ${SHOWN} newest prints`}
                  columns={[TIME, ...PRINT_COLUMNS]}
                  rows={answer.data.filter(withFields(PRINT_FIELDS))}
                  keyOf={({ id }) => id}
                  asOf={answer.as_of}
                  empty={
                    <Empty next="The first ones appear here during the session.">No trades in this session yet.</Empty>
                  }
                />
              </Panel>
            </div>
          </>
        )}
      </Answered>
    </>
  )
}
