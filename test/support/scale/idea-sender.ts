import { setTimeout as sleep } from 'node:timers/promises'
import { aPayload } from '../receiver/ideas.ts'
import { type RunningService, SECRET_SETTINGS } from '../service.ts'

export interface IdeaSender {
  /** The fingerprints that the service has acknowledged. */
  readonly acknowledged: readonly string[]
  /** The status of each answer that was no acknowledgement. */
  readonly refused: readonly number[]
  /** Sends an idea again until it is acknowledged. */
  send(name: string, change?: Readonly<Record<string, unknown>>): Promise<void>
}

/** What sends trade ideas to a service whose database may be away. */
export function ideaSender({ url }: Pick<RunningService, 'url'>): IdeaSender {
  const acknowledged: string[] = []
  const refused: number[] = []
  return {
    acknowledged,
    refused,
    async send(name, change = {}) {
      for (;;) {
        const answer = await fetch(`${url}/webhooks/optionomics-neutral/trade-ideas`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-bot-secret': SECRET_SETTINGS.WEBHOOK_SECRET },
          body: JSON.stringify(aPayload({ ...change, alert_name: name })),
        })
        const { fingerprint } = (await answer.json()) as { fingerprint?: string }
        if (answer.ok && fingerprint !== undefined) {
          acknowledged.push(fingerprint)
          return
        }
        refused.push(answer.status)
        await sleep(50)
      }
    },
  }
}
