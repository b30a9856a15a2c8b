import { useState } from 'preact/hooks'
import { useAccount } from '../accounts/session.tsx'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { useSubmit } from '../submit.ts'
import { Confirm } from '../ui/dialog.tsx'
import { CopyText } from '../ui/form/copy-text.tsx'
import { useNow } from '../ui/relative-time.tsx'

type Secret = AnswerOf<'reveal_webhook_secret'>

interface SigningSecretProps {
  /** The secret of a new URL, shown immediately. */
  readonly fresh: string | null
  readonly reveal: () => Promise<Secret>
  readonly rotate: () => Promise<Secret>
}

/** The signing secret of a webhook: shown on request, rotated with a day in which the previous one also signs. */
export function SigningSecret({ fresh, reveal, rotate }: SigningSecretProps) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [isAsking, setAsking] = useState(false)
  const submission = useSubmit()
  const visible = secret ?? (fresh === null ? null : { signing_secret: fresh, previous_valid_until: null })
  const run = async (work: () => Promise<Secret>) => {
    if (await submission.run(async () => setSecret(await work()))) setAsking(false)
  }
  return (
    <div class="signing-secret">
      {visible ? (
        <>
          <CopyText label="Signing secret" text={visible.signing_secret} />
          <Previous until={visible.previous_valid_until} />
        </>
      ) : null}
      <p class="row">
        {visible ? (
          <button type="button" onClick={() => setSecret(null)} disabled={secret === null}>
            Hide the secret
          </button>
        ) : (
          <button type="button" disabled={submission.isBusy} onClick={() => void run(reveal)}>
            Show the signing secret
          </button>
        )}
        <button type="button" onClick={() => setAsking(true)}>
          Rotate the secret…
        </button>
      </p>
      <small class="quiet">
        Each call carries <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>{' '}
        (Standard Webhooks), signed with this secret.
      </small>
      {submission.problem && !isAsking ? <p class="error">{submission.problem.message}</p> : null}
      {isAsking ? (
        <Confirm
          title="Rotate the signing secret?"
          act="Rotate"
          isBusy={submission.isBusy}
          error={submission.problem?.message}
          onConfirm={() => void run(rotate)}
          close={() => setAsking(false)}
        >
          <p>For 24 hours both secrets sign, so that your receiver can switch. After that the old one is invalid.</p>
        </Confirm>
      ) : null}
    </div>
  )
}

const SECOND_MS = 1_000

/** A countdown to the end of the previous secret. */
function Previous({ until }: { readonly until: string | null }) {
  const now = useNow(SECOND_MS)
  const { time_zone: zone } = useAccount()
  const left = until === null ? 0 : Date.parse(until) - now
  if (until === null || left <= 0) return null
  return (
    <p>
      The previous secret also signs for{' '}
      <time dateTime={until} title={format.dateTime(until, zone)}>
        {countdown(left)}
      </time>
      .
    </p>
  )
}

/** Hours, minutes and seconds. */
export function countdown(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
