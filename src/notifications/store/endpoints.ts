import type { Connection } from '../../store/connection.ts'
import { removeOwned } from '../../store/remove-owned.ts'
import type { EndpointHealth } from '../domain/delivery/endpoint-health.ts'
import type { ChannelName } from '../domain/notification.ts'
import { padded } from './delivery-rows.ts'
import type { EndpointRow, NotificationTables } from './tables.ts'

/** An address of a channel. The store cannot open what is sealed. */
export interface Endpoint {
  readonly id: string
  readonly accountId: string
  /** The rule whose own address this is; null for an address of the account. */
  readonly alertId: string | null
  readonly channel: ChannelName
  readonly addressSealed: string
  /** Keyed digest, by which an equal address is found. */
  readonly addressDigest: string
  /** How its owner recognizes it, without secrets. */
  readonly label: string
  readonly secretSealed: string | null
  readonly olderSecretSealed: string | null
  readonly olderSecretUntil: string | null
  readonly verifiedAt: string | null
  readonly health: EndpointHealth
  /** Messages in a row whose recipient the peer did not know. */
  readonly refusals: number
  readonly createdAt: string
}

/** Addresses and their health. */
export function endpoints(connection: Connection<NotificationTables>) {
  return { ...reading(connection), ...changing(connection) }
}

function reading({ db, engine }: Connection<NotificationTables>) {
  return {
    async ofAccount(accountId: string): Promise<Endpoint[]> {
      const rows = await db
        .selectFrom('endpoints')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('channel')
        .orderBy('id')
        .execute()
      return rows.map(fromRow)
    },

    async ofAccounts(accountIds: readonly string[]): Promise<Endpoint[]> {
      if (accountIds.length === 0) return []
      const rows = await db
        .selectFrom('endpoints')
        .selectAll()
        .where('account_id', 'in', padded(accountIds))
        .orderBy('id')
        .execute()
      return rows.map(fromRow)
    },

    async byIds(ids: readonly string[]): Promise<Endpoint[]> {
      if (ids.length === 0) return []
      const rows = await db.selectFrom('endpoints').selectAll().where('id', 'in', padded(ids)).execute()
      return rows.map(fromRow)
    },

    /** Until the end of the transaction nobody else changes them. */
    async lock(ids: readonly string[]): Promise<Endpoint[]> {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('endpoints')
        .selectAll()
        .where('id', 'in', padded(ids))
        .orderBy('id')
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .execute()
      return rows.map(fromRow)
    },

    /** Of every account that has this address. */
    async ofAddress(channel: ChannelName, addressDigest: string): Promise<Endpoint[]> {
      const rows = await db
        .selectFrom('endpoints')
        .selectAll()
        .where('channel', '=', channel)
        .where('address_digest', '=', addressDigest)
        .execute()
      return rows.map(fromRow)
    },
  }
}

function changing({ db }: Connection<NotificationTables>) {
  return {
    /** A known address of the account is replaced. */
    async put(endpoint: Endpoint): Promise<void> {
      const { id, ...columns } = toRow(endpoint)
      await db
        .insertInto('endpoints')
        .values({ id, ...columns })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
        .execute()
    },

    async setAddress(id: string, to: Pick<Endpoint, 'addressSealed' | 'addressDigest'>): Promise<void> {
      const columns = { address_sealed: to.addressSealed, address_digest: to.addressDigest }
      await db.updateTable('endpoints').set(columns).where('id', '=', id).execute()
    },

    async setHealth(id: string, health: EndpointHealth): Promise<void> {
      await db.updateTable('endpoints').set(healthColumns(health)).where('id', '=', id).execute()
    },

    async setRefusals(id: string, refusals: number): Promise<void> {
      await db.updateTable('endpoints').set({ refusals }).where('id', '=', id).execute()
    },

    async setVerified(id: string, at: Date | null): Promise<void> {
      await db
        .updateTable('endpoints')
        .set({ verified_at: at === null ? null : at.toISOString(), refusals: 0 })
        .where('id', '=', id)
        .execute()
    },

    remove: (accountId: string, id: string): Promise<boolean> => removeOwned(db, 'endpoints', { accountId, id }),
  }
}

function healthColumns({ state, failures, firstFailureMs, openUntilMs }: EndpointHealth) {
  const text = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return { state, failures, first_failure_at: text(firstFailureMs), open_until: text(openUntilMs) }
}

function toRow(it: Endpoint): EndpointRow {
  return {
    id: it.id,
    account_id: it.accountId,
    alert_id: it.alertId,
    channel: it.channel,
    address_sealed: it.addressSealed,
    address_digest: it.addressDigest,
    label: it.label,
    secret_sealed: it.secretSealed,
    older_secret_sealed: it.olderSecretSealed,
    older_secret_until: it.olderSecretUntil,
    verified_at: it.verifiedAt,
    refusals: it.refusals,
    created_at: it.createdAt,
    ...healthColumns(it.health),
  }
}

function fromRow(row: EndpointRow): Endpoint {
  const ms = (text: string | null) => (text === null ? null : Date.parse(text))
  return {
    id: row.id,
    accountId: row.account_id,
    alertId: row.alert_id,
    channel: row.channel,
    addressSealed: row.address_sealed,
    addressDigest: row.address_digest,
    label: row.label,
    secretSealed: row.secret_sealed,
    olderSecretSealed: row.older_secret_sealed,
    olderSecretUntil: row.older_secret_until,
    verifiedAt: row.verified_at,
    health: {
      state: row.state,
      failures: row.failures,
      firstFailureMs: ms(row.first_failure_at),
      openUntilMs: ms(row.open_until),
    },
    refusals: row.refusals,
    createdAt: row.created_at,
  }
}
