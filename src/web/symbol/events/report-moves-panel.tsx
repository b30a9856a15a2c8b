import { useAnswer } from '../../answer.ts'
import { useDated } from '../../travel.ts'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { comparedReports } from './earnings-moves.ts'
import { ReportBars } from './report-bars.tsx'

/** Implied against actual moves of the reports of a symbol. */
export function ReportMovesPanel({ symbol }: { readonly symbol: string }) {
  const query = useAnswer('earnings', { symbol, ...useDated() })
  return (
    <Panel title="Report moves" span={2}>
      <Answered of={query}>
        {(answer) =>
          comparedReports(answer.data).length === 0 ? (
            <Empty next="The announced reports are on the page of events.">
              No past report of {symbol} has both an implied and an actual move.
            </Empty>
          ) : (
            <ReportBars of={answer} />
          )
        }
      </Answered>
    </Panel>
  )
}
