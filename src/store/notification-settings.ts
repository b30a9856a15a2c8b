import type { Account } from '../domain/accounts/account.ts'
import { DEFAULT_SETTINGS, type NotificationSettings } from '../domain/notifications/settings.ts'
import { OWNER_COLUMNS, toOwner } from './accounts.ts'
import { padded } from './delivery-rows.ts'
import type { Connection } from './engine.ts'
import type { NotificationSettingsRow } from './notification-tables.ts'

/** Who may be told of something, and how. */
export interface Recipient {
  readonly account: Account
  readonly settings: NotificationSettings
}

const COLUMNS = ['enabled', 'channels', 'quiet_hours', 'frequency', 'digest_time', 'sound'] as const

/** What accounts have set; who has set nothing has the defaults. The time zone is that of the account. */
export function notificationSettings({ db }: Connection) {
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
