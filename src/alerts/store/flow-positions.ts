import { padded } from '../../notifications/store/delivery-rows.ts'
import { writeEach } from '../../store/batch-statement.ts'
import type { Connection } from '../../store/connection.ts'
import { type Shard, shardsOf } from '../domain/shard.ts'
import type { AlertTables } from './tables.ts'

export interface FlowPosition {
  readonly symbol: string
  /** New York trading date. */
  readonly sessionDate: string
  /** Sequence number of the last processed row; −1 before the first. */
  readonly sequence: number
}

const PUT = `
  insert into flow_positions (shards, shard, symbol, session_date, sequence) values (?::int8, ?::int8, ?, ?, ?::int8)
  on conflict (shards, shard, symbol) do update set session_date = excluded.session_date, sequence = excluded.sequence`

/** The last processed print of each symbol's tape, for each shard of accounts. */
export function flowPositions(connection: Connection<AlertTables>) {
  const { db } = connection
  async function put({ index, count }: Shard, positions: readonly FlowPosition[]): Promise<void> {
    const sets = positions.map(({ symbol, sessionDate, sequence }) => [count, index, symbol, sessionDate, sequence])
    await writeEach(connection, PUT, sets)
  }
  return {
    put,

    async of({ index, count }: Shard): Promise<FlowPosition[]> {
      const rows = await db
        .selectFrom('flow_positions')
        .select(['symbol', 'session_date as sessionDate', 'sequence'])
        .where('shards', '=', count)
        .where('shard', '=', index)
        .execute()
      return rows
    },

    async remove({ index, count }: Shard, symbols: readonly string[]): Promise<void> {
      if (symbols.length === 0) return
      await db
        .deleteFrom('flow_positions')
        .where('shards', '=', count)
        .where('shard', '=', index)
        .where('symbol', 'in', padded(symbols))
        .execute()
    },

    /**
     * To be called before the positions of a shard are read. Where those of another number of shards are stored, each of
     * the new ones goes on where no account of it loses a print: at the least position of the newest session. The prints
     * between that and the position of an account are matched again, and event keys keep them from ringing again.
     */
    async divide(count: number): Promise<void> {
      const ofOthers = db.selectFrom('flow_positions').where('shards', '<>', count)
      const newest = ofOthers
        .select(({ fn }) => ['symbol', fn.max('session_date').as('session_date')])
        .groupBy('symbol')
      const positions = await ofOthers
        .innerJoin(newest.as('newest'), (join) =>
          join
            .onRef('newest.symbol', '=', 'flow_positions.symbol')
            .onRef('newest.session_date', '=', 'flow_positions.session_date'),
        )
        .select(({ fn }) => [
          'flow_positions.symbol',
          'flow_positions.session_date as sessionDate',
          fn.min('sequence').as('sequence'),
        ])
        .groupBy(['flow_positions.symbol', 'flow_positions.session_date'])
        .execute()
      if (positions.length === 0) return
      await db.deleteFrom('flow_positions').where('shards', '<>', count).execute()
      const own = await db.selectFrom('flow_positions').select('shard').where('shards', '=', count).executeTakeFirst()
      // Then a process that was paused before the number changed has written the others.
      if (own) return
      for (const shard of shardsOf(count)) await put(shard, positions)
    },
  }
}
