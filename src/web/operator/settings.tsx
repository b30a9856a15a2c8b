import { useAnswer } from '../answer.ts'
import type { AnswerOf } from '../client.ts'
import { Panel } from '../ui/panel.tsx'
import { Answered } from '../ui/states.tsx'
import { Table } from '../ui/table/table.tsx'
import { OperatorFrame } from './frame.tsx'

type Setting = AnswerOf<'operator_settings'>['data'][number]

/** The settings of the process, without secrets. */
export function OperatorSettingsPage() {
  return (
    <OperatorFrame title="Settings in force">
      <Settings />
    </OperatorFrame>
  )
}

function Settings() {
  const query = useAnswer('operator_settings', {})
  return (
    <Panel title="Settings">
      <p class="quiet">They come from the environment and are read at the start. Secrets are not shown.</p>
      <Answered of={query}>
        {({ data }) => (
          <Table
            label="Settings"
            rows={data}
            keyOf={({ name }) => name}
            columns={[
              { title: 'Setting', align: 'start', cell: ({ name }: Setting) => name },
              { title: 'Value', align: 'start', cell: (it) => <span class="operator-text">{valueWords(it)}</span> },
              { title: 'Given', align: 'start', cell: ({ set }) => (set ? 'yes' : 'default') },
            ]}
          />
        )}
      </Answered>
    </Panel>
  )
}

function valueWords({ secret, set, value }: Setting): string {
  if (secret) return set ? 'set' : 'not set'
  return value === null || value === '' ? 'not set' : value
}
