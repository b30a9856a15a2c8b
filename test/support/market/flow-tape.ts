import type { FlowRow } from '../../../src/flow/domain/flow-row.ts'
import type { ContractFact, ContractFacts } from '../../../src/flow/domain/tape/contract-facts.ts'
import { type FlowContext, FlowReader } from '../../../src/flow/domain/tape/flow-reader.ts'
import { sessionOn } from '../../../src/market/domain/calendar/trading-calendar.ts'
import type { TapePrints } from '../../../src/market/domain/options/option-tape.ts'
import { PlainSession } from './plain-session.ts'

export const SESSION = '2026-11-20'
/** 09:30 in New York. */
export const OPEN_MS = sessionOn(SESSION)?.openMs ?? Number.NaN

export const CALL = 'SPY   261127C00500000'
export const PUT = 'SPY   261127P00500000'
export const OTHER_CALL = 'SPY   261127C00510000'

export interface Print {
  /** Milliseconds after the open. */
  readonly ms?: number
  readonly contract?: string
  readonly price?: number
  readonly size?: number
  readonly bid?: number
  readonly ask?: number
  readonly underlying?: number
  readonly exchange?: string
  readonly condition?: string
  /** Contracts up to and including the print; summed up where left out. */
  readonly volume?: number
  /** As the tape tells it. */
  readonly openInterest?: number
}

/** A tape of prints an hour after the open, 1 s apart, bought at 1.10 on a quote of 1.00 to 1.10, unless they say more. */
export function tapeOf(prints: readonly Print[], symbol = 'SPY', sessionDate = SESSION): TapePrints {
  const column = (field: (print: Print, index: number) => number) => Float64Array.from(prints, field)
  const traded = new Map<string, number>()
  const volumes = prints.map(({ contract = CALL, size = 10, volume }) => {
    traded.set(contract, (traded.get(contract) ?? 0) + size)
    return volume ?? traded.get(contract) ?? Number.NaN
  })
  return {
    symbol,
    sessionDate,
    count: prints.length,
    executedAtMs: column(({ ms }, index) => OPEN_MS + (ms ?? 3_600_000 + 1000 * index)),
    optionSymbols: prints.map(({ contract = CALL }) => contract),
    price: column(({ price = 1.1 }) => price),
    size: column(({ size = 10 }) => size),
    bid: column(({ bid = 1 }) => bid),
    ask: column(({ ask = 1.1 }) => ask),
    underlyingPrice: column(({ underlying = 498 }) => underlying),
    exchange: prints.map(({ exchange = 'C' }) => exchange),
    condition: prints.map(({ condition = 'I' }) => condition),
    volume: Float64Array.from(volumes),
    openInterest: column(({ openInterest = Number.NaN }) => openInterest),
  }
}

/** Every contract has this open interest and expires a week after the session, at 4 % and 1 %. */
export function factsOf(fact: Partial<ContractFact> = {}): ContractFacts {
  const carry = {
    settlesAtMs: sessionOn('2026-11-27')?.closeMs ?? Number.NaN,
    style: 'american' as const,
    rate: 0.04,
    dividendYield: 0.01,
    typicalVolatility: 0.2,
  }
  return { find: () => ({ isListed: true, openInterest: 10_000, multiplier: 100, carry, ...fact }) }
}

export function contextOf(context: Partial<FlowContext> = {}): FlowContext {
  return { symbol: 'SPY', sessionDate: SESSION, facts: factsOf(), ...context }
}

/** The rows that stand after the whole tape. */
export function rowsOf(prints: readonly Print[], context: Partial<FlowContext> = {}): readonly FlowRow[] {
  return sessionOf(prints, context).rows
}

export function sessionOf(prints: readonly Print[], context: Partial<FlowContext> = {}): PlainSession {
  const session = new PlainSession(contextOf(context))
  session.advance(tapeOf(prints))
  return session
}

/** The one row of a tape of one print. */
export function rowOf(print: Print, context: Partial<FlowContext> = {}): FlowRow {
  const [row, ...others] = rowsOf([print], context)
  if (!row || others.length > 0) throw new Error(`One print made ${others.length + (row ? 1 : 0)} rows.`)
  return row
}

export function readerOf(context: Partial<FlowContext> = {}): FlowReader {
  return new FlowReader(contextOf(context))
}
