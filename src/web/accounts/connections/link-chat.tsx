import { useEffect, useState } from 'preact/hooks'
import { CHAT_TITLES } from '../../../accounts/domain/chat-link.ts'
import { type AnswerOf, ask } from '../../client.ts'
import { PATHS } from '../../paths.ts'
import { useSubmit } from '../../submit.ts'
import { FormProblem } from '../../ui/form/form-problem.tsx'
import { useAccount } from '../session.tsx'
import './authorize.css'

type Invited = AnswerOf<'review_chat_link'>

interface LinkChatProps {
  readonly token: string
  /** The list has the same address as the question, so that its link alone changes nothing. */
  readonly close: () => void
}

/** Asks the account whether the chat user who was sent this link may give commands as it. */
export function LinkChat({ token, close }: LinkChatProps) {
  const review = useSubmit()
  const [invited, setInvited] = useState<Invited | null>(null)
  useEffect(() => {
    void review.run(async () => setInvited(await ask('review_chat_link', { token })))
  }, [token])
  return (
    <section class="card consent">
      <h1>Link a chat user</h1>
      <FormProblem of={review} />
      {invited === null ? null : <Consent invited={invited} token={token} close={close} />}
    </section>
  )
}

function Consent({ invited, token, close }: LinkChatProps & { readonly invited: Invited }) {
  const { email } = useAccount()
  const submission = useSubmit()
  const [isLinked, setLinked] = useState(false)
  if (isLinked) {
    return (
      <p role="status">
        <strong>{invited.user}</strong> is linked. Go back to the chat and give a command, or end it under{' '}
        <a href={PATHS.connectedApps} onClick={close}>
          Connected apps
        </a>
        .
      </p>
    )
  }
  const link = () =>
    submission.run(async () => {
      await ask('confirm_chat_link', { token })
      setLinked(true)
    })
  return (
    <>
      <p>
        A user of a chat wants to give commands as <strong>{email}</strong>.
      </p>
      <dl class="origin">
        <dt>Chat</dt>
        <dd>{CHAT_TITLES[invited.vendor]}</dd>
        <dt>{invited.vendor === 'discord' ? 'Where' : 'Workspace'}</dt>
        <dd>
          <strong>{invited.workspace}</strong>
        </dd>
        <dt>User</dt>
        <dd>
          <strong>{invited.user}</strong> ({invited.user_id})
        </dd>
      </dl>
      <p>
        Link only yourself: this user can read market data with your plan, and create and delete your alerts. Others in
        the channel see the answers, except those about alerts.
      </p>
      <FormProblem of={submission} />
      <div class="acts">
        <button type="button" class="primary" disabled={submission.isBusy} onClick={() => void link()}>
          Link
        </button>
        <a href={PATHS.connectedApps} onClick={close}>
          Cancel
        </a>
      </div>
    </>
  )
}
