import { useAnswer } from '../answer.ts'
import { Panel } from '../ui/panel.tsx'
import { Answered } from '../ui/states.tsx'
import { Pager, usePages } from '../ui/table/pager.tsx'
import { ChangePassword } from './change-password.tsx'
import { Factors } from './factors/factors.tsx'
import { Passkeys } from './factors/passkeys.tsx'
import { SessionList } from './session-list.tsx'

const RENEW_MS = 60_000

/** How one signs in to the account, and where it is signed in. */
export function SecurityPage() {
  const pages = usePages()
  const sessions = useAnswer('list_sessions', pages.input, { everyMs: RENEW_MS })
  const factors = useAnswer('list_factors', {})
  return (
    <>
      <h1>Security</h1>
      <div class="grid" data-columns="2">
        <Panel title="Password">
          <ChangePassword onChanged={sessions.reload} />
        </Panel>
        <Panel title="Two-factor authentication">
          <Answered of={factors}>{(answer) => <Factors factors={answer} reload={factors.reload} />}</Answered>
        </Panel>
        <Panel title="Passkeys" span={2}>
          <Answered of={factors}>{(answer) => <Passkeys factors={answer} reload={factors.reload} />}</Answered>
        </Panel>
        <Panel title="Sessions" span={2}>
          <Answered of={sessions}>
            {({ data, next_cursor: next }) => (
              <>
                <SessionList sessions={data} reload={sessions.reload} />
                <Pager pages={pages} next={next} />
              </>
            )}
          </Answered>
          <p class="quiet">A session ends 14 days after its last use, and 30 days after the sign-in at the latest.</p>
        </Panel>
      </div>
    </>
  )
}
