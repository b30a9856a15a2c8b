import type { Connection } from '../../store/connection.ts'
import type { OptionChain } from '../domain/options/chain.ts'
import { CHAIN_ENCODING, decodeChain, encodeChain } from './chain-content.ts'
import type { MarketChainPartRow, MarketChainRow, MarketTables } from './tables.ts'

/** Metadata of a stored chain, without its content. */
export interface ChainHead {
  /** Changes whenever the content does. */
  readonly id: string
  readonly symbol: string
  readonly name: string | null
  readonly sessionDate: string
  readonly asOf: string
}

/** The content of one file for one symbol and instant. */
export interface ChainPart {
  readonly fileSha256: string
  readonly format: string
  /** The instant that the file itself names, before it is moved to the last close. */
  readonly stamp: string
  readonly chain: OptionChain
}

/** A chain joined from `parts`, to replace the chain `replaces` (null: there must be none). */
export interface JoinedChain {
  readonly id: string
  readonly name: string | null
  readonly replaces: string | null
  readonly chain: OptionChain
  readonly parts: readonly ChainPart[]
}

/** A packed chain. Packing is done before the transaction, which blocks other writers. */
export interface PackedChain {
  readonly replaces: string | null
  readonly whole: MarketChainRow
  readonly parts: readonly MarketChainPartRow[]
}

export interface Coverage {
  readonly symbol: string
  readonly from: string
  readonly to: string
}

/** Option chains, one per symbol and instant, each stored as one value. */
export function chains({ db }: Connection<MarketTables>) {
  const heads = db.selectFrom('market_chains').select(['id', 'symbol', 'name', 'session_date', 'as_of'])
  return {
    /** The latest chain of a symbol, or the latest of one session; with `notAfter` of those up to an instant. */
    async latest(symbol: string, sessionDate?: string, notAfter?: string): Promise<ChainHead | undefined> {
      let query = heads.where('symbol', '=', symbol)
      if (sessionDate !== undefined) query = query.where('session_date', '=', sessionDate)
      if (notAfter !== undefined) query = query.where('as_of', '<=', notAfter)
      const row = await query.orderBy('as_of', 'desc').limit(1).executeTakeFirst()
      return row && fromRow(row)
    },

    async at(symbol: string, asOf: string): Promise<ChainHead | undefined> {
      const row = await heads.where('symbol', '=', symbol).where('as_of', '=', asOf).executeTakeFirst()
      return row && fromRow(row)
    },

    /** Undefined when the chain was replaced since its head was read. */
    async load(id: string): Promise<OptionChain | undefined> {
      const row = await db.selectFrom('market_chains').select('content').where('id', '=', id).executeTakeFirst()
      return row && decodeChain(row.content)
    },

    /** Trading dates with a chain, in order. */
    async sessionDates(symbol: string): Promise<string[]> {
      const rows = await db
        .selectFrom('market_chains')
        .select('session_date')
        .distinct()
        .where('symbol', '=', symbol)
        .orderBy('session_date')
        .execute()
      return rows.map((row) => row.session_date)
    },

    /** The last instant that any chain describes. */
    /** Of every symbol, in a fixed order: another list means other data. */
    idsOfSession: (sessionDate: string): Promise<string[]> => idsOfSession(db, sessionDate),

    async latestAsOf(): Promise<string | undefined> {
      const latest = db.selectFrom('market_chains').select(({ fn }) => fn.max('as_of').as('as_of'))
      return (await latest.executeTakeFirst())?.as_of ?? undefined
    },

    async coverage(): Promise<(Coverage & { readonly name: string | null })[]> {
      const rows = await db
        .selectFrom('market_chains')
        .select(({ fn }) => [
          'symbol',
          fn.min('session_date').as('from'),
          fn.max('session_date').as('to'),
          fn.max('name').as('name'),
        ])
        .groupBy('symbol')
        .orderBy('symbol')
        .execute()
      return rows.map(({ symbol, from, to, name }) => ({ symbol, from, to, name }))
    },

    /** Everything that the chain of a symbol and instant was joined from. */
    async partsOf(symbol: string, asOf: string): Promise<ChainPart[]> {
      const rows = await db
        .selectFrom('market_chain_parts as part')
        .innerJoin('market_chains as whole', (join) =>
          join.onRef('whole.symbol', '=', 'part.symbol').onRef('whole.as_of', '=', 'part.as_of'),
        )
        .select(['part.file_sha256', 'part.format', 'part.stamp', 'part.content', 'whole.content as whole_content'])
        .where('part.symbol', '=', symbol)
        .where('part.as_of', '=', asOf)
        .execute()
      return rows.map((row) => ({
        fileSha256: row.file_sha256,
        format: row.format,
        stamp: row.stamp,
        chain: decodeChain(row.content ?? row.whole_content),
      }))
    },

    /** False, and nothing written, when the chain is no longer the one that this replaces. */
    put: (packed: PackedChain): Promise<boolean> => put(db, packed),
  }
}

async function idsOfSession(db: Connection<MarketTables>['db'], sessionDate: string): Promise<string[]> {
  const rows = await db
    .selectFrom('market_chains')
    .select('id')
    .where('session_date', '=', sessionDate)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function put(db: Connection<MarketTables>['db'], { replaces, whole, parts }: PackedChain): Promise<boolean> {
  if (replaces !== null) {
    const gone = await db.deleteFrom('market_chains').where('id', '=', replaces).executeTakeFirst()
    if (gone.numDeletedRows === 0n) return false
    const { symbol, as_of } = whole
    await db.deleteFrom('market_chain_parts').where('symbol', '=', symbol).where('as_of', '=', as_of).execute()
  }
  const written = await db
    .insertInto('market_chains')
    .values(whole)
    .onConflict((conflict) => conflict.columns(['symbol', 'as_of']).doNothing())
    .executeTakeFirst()
  if (written.numInsertedOrUpdatedRows === 0n) return false
  for (const part of parts) await db.insertInto('market_chain_parts').values(part).execute()
  return true
}

export function packChain({ id, name, replaces, chain, parts }: JoinedChain): PackedChain {
  const { symbol, sessionDate, underlyingPrice, contracts, warnings } = chain
  const asOf = new Date(chain.asOfMs).toISOString()
  const [only, ...others] = parts
  return {
    replaces,
    whole: {
      id,
      symbol,
      name,
      session_date: sessionDate,
      as_of: asOf,
      underlying_price: Number.isNaN(underlyingPrice) ? null : underlyingPrice,
      contract_count: contracts.count,
      encoding: CHAIN_ENCODING,
      warnings: JSON.stringify(warnings),
      content: encodeChain(chain),
    },
    parts: parts.map((part) => ({
      symbol,
      as_of: asOf,
      file_sha256: part.fileSha256,
      format: part.format,
      stamp: part.stamp,
      content: part === only && others.length === 0 ? null : encodeChain(part.chain),
    })),
  }
}

function fromRow(row: {
  id: string
  symbol: string
  name: string | null
  session_date: string
  as_of: string
}): ChainHead {
  return { id: row.id, symbol: row.symbol, name: row.name, sessionDate: row.session_date, asOf: row.as_of }
}
