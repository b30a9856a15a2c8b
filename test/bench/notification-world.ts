/** A service with many accounts, for what is measured of notifications. */
import { setTimeout as sleep } from 'node:timers/promises'
import { keyCreate } from '../../src/accounts/operations/admin/key-create.ts'
import { contextOf, OPERATOR } from '../../src/app/parts.ts'
import { invoke } from '../../src/catalogue/invoke.ts'
import { systemContent } from '../../src/notifications/domain/contents.ts'
import { DEFAULT_SETTINGS } from '../../src/notifications/domain/settings.ts'
import { newEndpoint } from '../../src/notifications/operations/settings/endpoint-parts.ts'
import { newSigningSecret } from '../../src/notifications/operations/settings/signing-secret.ts'
import { type NotificationService, notificationService } from '../support/notifications/notification-service.ts'

export const ACCOUNTS = 100

export interface World {
  readonly service: NotificationService
  readonly accounts: readonly string[]
  readonly keys: readonly Record<string, string>[]
}

interface WorldOptions {
  /** Where webhooks lead to. */
  readonly port: number
  readonly works?: boolean
  /** So many of the first lead to where an answer takes 2 s. */
  readonly slow?: number
  /** With API keys, and no channel but the bell. */
  readonly bell?: boolean
  readonly count?: number
}

/** Accounts with a webhook each. */
export async function worldOf(options: WorldOptions): Promise<World> {
  const { port, works = true, slow = 0, bell = false, count = ACCOUNTS } = options
  const service = await notificationService({ works, settings: { WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${port}` } })
  const { store, notifier, newId, now, randomBytes } = service.parts
  const context = contextOf(service.parts, { caller: OPERATOR })
  const accounts: string[] = []
  const keys: Record<string, string>[] = []
  for (let each = 0; each < count; each++) {
    const email = `bench-${each}@optionwire.test`
    const accountId = newId()
    const rest = { emailVerified: true, plan: 'vega', status: 'good', timeZone: 'UTC', passwordHash: 'x' } as const
    await store.accounts.add({ ...rest, id: accountId, email, createdAt: now().toISOString() })
    await store.notificationSettings.put(accountId, {
      ...DEFAULT_SETTINGS,
      channels: { ...DEFAULT_SETTINGS.channels, webhook: !bell },
    })
    const address = `http://127.0.0.1:${port}/${each < slow ? 'slow' : 'hook'}/${each}`
    const secret = newSigningSecret(randomBytes)
    const known = { id: newId(), accountId, channel: 'webhook', label: 'bench', verified: true, at: now() } as const
    await store.endpoints.put(newEndpoint(notifier.box, { ...known, address, secret }))
    if (bell) {
      const { token } = await invoke(keyCreate, { email, name: 'bench', expires: '30d' }, context)
      keys.push({ 'x-user-email': email, 'x-user-token': String(token) })
    }
    accounts.push(accountId)
  }
  return { service, accounts, keys }
}

let events = 0
export const raiseTo = ({ service }: World, accountIds: readonly string[]) =>
  service.raise(
    ...accountIds.map((accountId) => ({
      accountId,
      eventKey: `bench:${++events}`,
      content: systemContent('Bench', 'A body of usual length, as an announcement has it.', false),
    })),
  )

export async function drained({ service, accounts }: World): Promise<void> {
  for (const accountId of accounts) {
    for (;;) {
      const rows = await service.parts.store.deliveries.list(accountId, { status: 'pending' }, { limit: 1 })
      if (rows.length === 0) break
      await sleep(5)
    }
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
