import { useState } from 'preact/hooks'
import type { AnswerOf } from '../client.ts'
import { format } from '../format.ts'
import { useAccount } from '../session.tsx'
import { useSubmit } from '../submit.ts'
import { CopyText } from './copy-text.tsx'
import { Confirm } from './dialog.tsx'
import { useNow } from './relative-time.tsx'

type Secret = AnswerOf<'reveal_webhook_secret'>

interface SigningSecretProps {
  /** Of a URL that was just set: shown at once. */
  readonly fresh: string | null
  readonly reveal: () => Promise<Secret>
  readonly rotate: () => Promise<Secret>
}

/** The secret of a webhook's signatures: shown on request, changed with a day in which the one before signs too. */
export function SigningSecret({ fresh, reveal, rotate }: SigningSecretProps) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [isAsking, setAsking] = useState(false)
  const submission = useSubmit()
  const shown = secret ?? (fresh === null ? null : { signing_secret: fresh, previous_valid_until: null })
  const run = async (work: () => Promise<Secret>) => {
    if (await submission.run(async () => setSecret(await work()))) setAsking(false)
  }
  return (
    <div class="signing-secret">
      {shown ? (
        <>
          <CopyText label="Signing secret" text={shown.signing_secret} />
          <Previous until={shown.previous_valid_until} />
        </>
      ) : null}
      <p class="row">
        {shown ? (
          <button type="button" onClick={() => setSecret(null)} disabled={secret === null}>
            Hide the secret
          </button>
        ) : (
          <button type="button" disabled={submission.isBusy} onClick={() => void run(reveal)}>
            Show the signing secret
          </button>
        )}
        <button type="button" onClick={() => setAsking(true)}>
          Make another one…
        </button>
      </p>
      <small class="quiet">
        Each call carries <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>{' '}
        (Standard Webhooks), signed with this secret.
      </small>
      {submission.problem && !isAsking ? <p class="error">{submission.problem.message}</p> : null}
      {isAsking ? (
        <Confirm
          title="Make another signing secret?"
          act="Make another one"
          isBusy={submission.isBusy}
          error={submission.problem?.message}
          onConfirm={() => void run(rotate)}
          close={() => setAsking(false)}
        >
          <p>For 24 hours both secrets sign, so that your receiver can change over. After that the old one is void.</p>
        </Confirm>
      ) : null}
    </div>
  )
}

const SECOND_MS = 1_000

/** Counts down to the end of the secret before. */
function Previous({ until }: { readonly until: string | null }) {
  const now = useNow(SECOND_MS)
  const { time_zone: zone } = useAccount()
  const left = until === null ? 0 : Date.parse(until) - now
  if (until === null || left <= 0) return null
  return (
    <p>
      The secret before signs too for{' '}
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
