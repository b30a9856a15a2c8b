import { CHAT_TITLES } from '../../../accounts/domain/chat-link.ts'
import { useAnswer } from '../../answer.ts'
import { type AnswerOf, ask } from '../../client.ts'
import { useSubmit } from '../../submit.ts'
import { FormProblem } from '../../ui/form/form-problem.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Answered } from '../../ui/states.tsx'
import { Table } from '../../ui/table/table.tsx'
import { useAccount } from '../session.tsx'

type ChatLink = AnswerOf<'list_chat_links'>['data'][number]

/** The users of chats who give commands as the account. */
export function ChatUsers() {
  const query = useAnswer('list_chat_links', {})
  const { time_zone: zone } = useAccount()
  const submission = useSubmit()
  const unlink = async ({ id }: ChatLink) => {
    if (await submission.run(() => ask('delete_chat_link', { id }))) query.reload()
  }
  // Most services have no commands of a chat, and an empty list would promise them.
  if (!query.problem && !query.answer?.data.length) return null
  return (
    <Panel title="Chat users" span={2}>
      <FormProblem of={submission} />
      <Answered of={query}>
        {({ data }) => (
          <Table
            label="Linked chat users"
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              { title: 'User', align: 'start', cell: ({ user }: ChatLink) => user },
              { title: 'Chat', align: 'start', cell: ({ vendor }) => CHAT_TITLES[vendor] },
              { title: 'Workspace', align: 'start', cell: ({ workspace }) => workspace },
              { title: 'Linked', align: 'start', cell: ({ linked_at: at }) => <RelativeTime at={at} zone={zone} /> },
              {
                title: 'End',
                align: 'end',
                cell: (it) => (
                  <button type="button" disabled={submission.isBusy} onClick={() => void unlink(it)}>
                    Unlink
                  </button>
                ),
              },
            ]}
          />
        )}
      </Answered>
    </Panel>
  )
}
