import { useState } from 'preact/hooks'
import { type AnswerOf, ask } from '../client.ts'
import { useSubmit } from '../submit.ts'
import { Panel } from '../ui/panel.tsx'
import { ProofDialog } from './proof-dialog.tsx'

interface KillSwitchProps {
  readonly receiver: AnswerOf<'operator_status'>['receiver']
  readonly reload: () => void
}

/** Stops the receiver at once; to resume needs a proof. */
export function KillSwitchPanel({ receiver: { kill_switch: by, dry_run: isDry }, reload }: KillSwitchProps) {
  const [isResuming, setResuming] = useState(false)
  const submission = useSubmit()
  const stop = async () => {
    if (await submission.run(() => ask('kill_switch', { on: true }))) reload()
  }
  return (
    <Panel title="Receiver">
      <p role="status">
        {by === null
          ? `Trade ideas are decided, and orders are ${isDry ? 'only recorded (DRY_RUN)' : 'sent to the paper account'}.`
          : 'The kill switch is on: nothing is decided and nothing is ordered.'}
        {by === 'setting' ? ' KILL_SWITCH stops it in the settings: change it there and restart the service.' : ''}
      </p>
      {submission.problem ? (
        <p class="error" role="alert">
          {submission.problem.message}
        </p>
      ) : null}
      {by === null ? (
        <button type="button" class="danger" disabled={submission.isBusy} onClick={stop}>
          Stop the receiver
        </button>
      ) : null}
      {by === 'operator' ? (
        <button type="button" onClick={() => setResuming(true)}>
          Resume…
        </button>
      ) : null}
      {isResuming ? (
        <ProofDialog
          title="Resume the receiver?"
          act="Resume"
          run={async (proof) => {
            await ask('kill_switch', { on: false, ...proof })
            reload()
          }}
          close={() => setResuming(false)}
        >
          <p>Trade ideas are decided again from the next one on.</p>
        </ProofDialog>
      ) : null}
    </Panel>
  )
}
