/** A service with many accounts, for what is measured of notifications. */
import { setTimeout as sleep } from 'node:timers/promises'
import { keyCreate } from '../../src/accounts/operations/admin/key-create.ts'
import { contextOf, OPERATOR, type Parts } from '../../src/app/parts.ts'
import { invoke } from '../../src/catalogue/invoke.ts'
import { systemContent } from '../../src/notifications/domain/contents.ts'
import { DEFAULT_SETTINGS } from '../../src/notifications/domain/settings.ts'
import { raise } from '../../src/notifications/operations/raise/raise.ts'
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

/** A service with accounts that have a webhook each. */
export async function worldOf(options: WorldOptions): Promise<World> {
  const { port, works = true } = options
  const service = await notificationService({ works, settings: { WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${port}` } })
  return { service, ...(await addAccounts(service.parts, options)) }
}

/** So many at a time: a database on another machine is not asked one by one. */
const LANES = 8

/** Accounts with a webhook each, in the store of these parts. */
export async function addAccounts(
  parts: Parts,
  { port, slow = 0, bell = false, count = ACCOUNTS }: Omit<WorldOptions, 'works'>,
): Promise<Omit<World, 'service'>> {
  const accounts = Array.from({ length: count }, () => parts.newId())
  const keys: Record<string, string>[] = []
  const todo = [...accounts.entries()]
  const lane = async () => {
    for (let next = todo.shift(); next; next = todo.shift()) {
      const [each, accountId] = next
      const address = `http://127.0.0.1:${port}/${each < slow ? 'slow' : 'hook'}/${each}`
      const key = await addOne(parts, { accountId, email: `bench-${each}@optionwire.test`, address, bell })
      if (key) keys[each] = key
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { accounts, keys }
}

interface NewOne {
  readonly accountId: string
  readonly email: string
  readonly address: string
  readonly bell: boolean
}

async function addOne(parts: Parts, { accountId, email, address, bell }: NewOne) {
  const { store, notifier, newId, now, randomBytes } = parts
  const rest = { emailVerified: true, plan: 'vega', status: 'good', timeZone: 'UTC', passwordHash: 'x' } as const
  await store.accounts.add({ ...rest, id: accountId, email, createdAt: now().toISOString() })
  await store.notificationSettings.put(accountId, {
    ...DEFAULT_SETTINGS,
    channels: { ...DEFAULT_SETTINGS.channels, webhook: !bell },
  })
  const secret = newSigningSecret(randomBytes)
  const known = { id: newId(), accountId, channel: 'webhook', label: 'bench', verified: true, at: now() } as const
  await store.endpoints.put(newEndpoint(notifier.box, { ...known, address, secret }))
  if (!bell) return undefined
  const context = contextOf(parts, { caller: OPERATOR })
  const { token } = await invoke(keyCreate, { email, name: 'bench', expires: '30d' }, context)
  return { 'x-user-email': email, 'x-user-token': String(token) }
}

let events = 0
export async function raiseTo(
  { service: { parts } }: { readonly service: { readonly parts: Parts } },
  accountIds: readonly string[],
): Promise<void> {
  const content = systemContent('Bench', 'A body of usual length, as an announcement has it.', false)
  const triggers = accountIds.map((accountId) => ({ accountId, eventKey: `bench:${++events}`, content }))
  await raise({ ...parts, publicUrl: parts.address.publicUrl }, triggers)
}

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
