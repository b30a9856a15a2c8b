import { useAnswer } from '../answer.ts'
import { format } from '../format.ts'
import { pathTo } from '../paths.ts'
import { Panel } from '../ui/panel.tsx'
import { Answered, Empty } from '../ui/states.tsx'

const RENEW_MS = 5_000

/** The orders that wait for a yes now, for the accounts of APPROVERS. */
export function ApprovalsPage() {
  const query = useAnswer('list_approvals', {}, { everyMs: RENEW_MS })
  return (
    <>
      <h1>Orders that wait</h1>
      <Panel title="For your answer">
        <Answered of={query}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty next="A request appears here and in your bell.">No order waits for an answer.</Empty>
            ) : (
              <ul>
                {data.map(({ id, order, expires_at: expiresAt }) => (
                  <li key={id}>
                    <a href={pathTo('approval', { id })}>{order.words}</a>, until {format.dateTime(expiresAt)}
                  </li>
                ))}
              </ul>
            )
          }
        </Answered>
      </Panel>
    </>
  )
}
