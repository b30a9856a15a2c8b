import type { Account } from '../../accounts/domain/account.ts'
import { OWNER_COLUMNS, toOwner } from '../../accounts/store/accounts.ts'
import type { AccountTables } from '../../accounts/store/tables.ts'
import type { Connection } from '../../store/connection.ts'
import { DEFAULT_SETTINGS, type NotificationSettings } from '../domain/settings.ts'
import { padded } from './delivery-rows.ts'
import type { NotificationSettingsRow, NotificationTables } from './tables.ts'

/** An account that may be notified, and its settings. */
export interface Recipient {
  readonly account: Account
  readonly settings: NotificationSettings
}

const COLUMNS = ['enabled', 'channels', 'quiet_hours', 'frequency', 'digest_time', 'sound'] as const

/** The settings of accounts, with defaults for accounts that set nothing. The time zone is that of the account. */
export function notificationSettings({ db }: Connection<NotificationTables & AccountTables>) {
  return {
    /** Undefined when there is no such account. */
    async of(accountId: string): Promise<NotificationSettings | undefined> {
      const row = await db
        .selectFrom('accounts')
        .leftJoin('notification_settings', 'notification_settings.account_id', 'accounts.id')
        .where('accounts.id', '=', accountId)
        .select(['time_zone', ...COLUMNS])
        .executeTakeFirst()
      return row && toSettings(row, row.time_zone)
    },

    /** Accounts with their settings, in one query; those that do not exist are left out. */
    async recipients(accountIds: readonly string[]): Promise<Map<string, Recipient>> {
      if (accountIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('accounts')
        .leftJoin('notification_settings', 'notification_settings.account_id', 'accounts.id')
        .where('accounts.id', 'in', padded(accountIds))
        .select(['accounts.id as owner_id', ...OWNER_COLUMNS, ...COLUMNS])
        .execute()
      return new Map(
        rows.map((row) => {
          const account = toOwner({ ...row, account_id: row.owner_id })
          return [account.id, { account, settings: toSettings(row, row.time_zone) }]
        }),
      )
    },

    /** All but the time zone. */
    async put(accountId: string, settings: NotificationSettings): Promise<void> {
      const columns = {
        enabled: Number(settings.enabled),
        channels: JSON.stringify(settings.channels),
        quiet_hours: JSON.stringify(settings.quietHours),
        frequency: settings.frequency,
        digest_time: settings.digestTime,
        sound: Number(settings.sound),
      }
      await db
        .insertInto('notification_settings')
        .values({ account_id: accountId, ...columns })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
        .execute()
    },
  }
}

type Stored = { readonly [Key in (typeof COLUMNS)[number]]: NotificationSettingsRow[Key] | null }

function toSettings(row: Stored, timeZone: string): NotificationSettings {
  if (row.frequency === null) return { ...DEFAULT_SETTINGS, timeZone }
  return {
    enabled: row.enabled === 1,
    channels: { ...DEFAULT_SETTINGS.channels, ...(JSON.parse(row.channels ?? '{}') as object) },
    quietHours: JSON.parse(row.quiet_hours ?? '[]') as NotificationSettings['quietHours'],
    timeZone,
    frequency: row.frequency,
    digestTime: row.digest_time ?? DEFAULT_SETTINGS.digestTime,
    sound: row.sound === 1,
  }
}
