import type { Connection } from '../../store/connection.ts'
import type { ReceiverTables } from './tables.ts'

const ROW = 'kill_switch'

/** The kill switch that an operator sets: read in the transaction of each decision and each order. */
export function receiverSwitch({ db }: Connection<ReceiverTables>) {
  return {
    async isOn(): Promise<boolean> {
      const row = await db.selectFrom('receiver_switch').select('is_on').where('id', '=', ROW).executeTakeFirst()
      return row?.is_on === 1
    },

    async set(isOn: boolean, at: Date): Promise<void> {
      const columns = { is_on: Number(isOn), changed_at: at.toISOString() }
      await db
        .insertInto('receiver_switch')
        .values({ id: ROW, ...columns })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
        .execute()
    },
  }
}
