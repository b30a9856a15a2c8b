import { FlowReader } from '../../src/domain/flow/flow-reader.ts'
import type { TapePrints } from '../../src/domain/market/option-tape.ts'
import { SYMBOLS, syntheticTape, type ValidationTape } from '../validation/synthetic-tape.ts'
import type { Figure } from './figure.ts'
import { shortest } from './pricing-figures.ts'

const SESSION = '2026-11-20'
const ORDERS = 40_000
const CHUNK = 500
const RUNS = 6

/** Classification and scoring of prints on one thread, implied volatility of American contracts included. */
export function figures(): Figure[] {
  const tape = syntheticTape(SYMBOLS[1]!, SESSION, { seed: 3, count: ORDERS })
  const { count } = tape.prints
  const perSecond = (work: () => number) => (1e9 * count) / shortest(RUNS, work)
  const anchor = { name: 'sides alone, in floating point', value: perSecond(() => plainSides(tape.prints)) }
  return [
    {
      name: 'prints classified and scored',
      value: perSecond(() => readAll(tape)),
      unit: 'prints/s',
      goal: '≥ 100,000 prints/s',
      anchor,
    },
    { name: 'heap that a reader keeps after a session', value: keptBytes(tape) / 1e6, unit: 'MB' },
    { name: 'the same after a session of ten times the prints', value: keptBytes(longer(tape)) / 1e6, unit: 'MB' },
  ]
}

function readAll({ prints, facts }: ValidationTape): number {
  const reader = new FlowReader({ symbol: prints.symbol, sessionDate: SESSION, facts })
  let rows = 0
  for (let upTo = CHUNK; upTo < prints.count + CHUNK; upTo += CHUNK) rows += reader.read(prints, upTo).rows.length
  return rows
}

function plainSides({ count, price, bid, ask }: TapePrints): number {
  let bought = 0
  for (let row = 0; row < count; row++) {
    if (price[row]! >= ask[row]!) bought++
    else if (price[row]! <= bid[row]!) bought--
  }
  return bought
}

function keptBytes({ prints, facts }: ValidationTape): number {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const reader = new FlowReader({ symbol: prints.symbol, sessionDate: SESSION, facts })
  for (let upTo = CHUNK; upTo < prints.count + CHUNK; upTo += CHUNK) reader.read(prints, upTo)
  globalThis.gc?.()
  const kept = process.memoryUsage().heapUsed - before
  return reader.position > 0 ? kept : Number.NaN
}

/** The same hours with ten prints for each. */
function longer({ prints, facts, truth }: ValidationTape): ValidationTape {
  const many = (column: Float64Array) =>
    Float64Array.from({ length: 10 * column.length }, (_, i) => column[Math.floor(i / 10)]!)
  const texts = (column: readonly string[]) => column.flatMap((text) => Array.from({ length: 10 }, () => text))
  return {
    facts,
    truth,
    prints: {
      ...prints,
      count: 10 * prints.count,
      executedAtMs: many(prints.executedAtMs),
      optionSymbols: texts(prints.optionSymbols),
      price: many(prints.price),
      size: many(prints.size),
      bid: many(prints.bid),
      ask: many(prints.ask),
      underlyingPrice: many(prints.underlyingPrice),
      exchange: texts(prints.exchange),
      condition: texts(prints.condition),
      volume: new Float64Array(10 * prints.count).fill(Number.NaN),
    },
  }
}
