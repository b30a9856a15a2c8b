import { DEFAULT_SETTINGS, type NotificationSettings } from '../domain/notifications/settings.ts'
import type { Connection } from './engine.ts'

/** What accounts have set; who has set nothing has the defaults. The time zone is that of the account. */
export function notificationSettings({ db }: Connection) {
  return {
    /** Undefined when there is no such account. */
    async of(accountId: string): Promise<NotificationSettings | undefined> {
      const row = await db
        .selectFrom('accounts')
        .leftJoin('notification_settings', 'notification_settings.account_id', 'accounts.id')
        .where('accounts.id', '=', accountId)
        .select(['time_zone', 'enabled', 'channels', 'quiet_hours', 'frequency', 'digest_time', 'sound'])
        .executeTakeFirst()
      if (!row) return undefined
      const timeZone = row.time_zone
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
