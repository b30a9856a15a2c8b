import type { FlowCriteria } from '../../src/alerts/contract/criteria.ts'
import type { AlertRule } from '../../src/alerts/domain/alert-rule.ts'
import { type RuleIndex, ruleIndex } from '../../src/alerts/domain/rule-index.ts'
import { flowSubject } from '../../src/alerts/operations/flow-subject.ts'
import { FlowReader } from '../../src/flow/domain/tape/flow-reader.ts'
import type { PrintTexts } from '../../src/market/domain/options/coded-texts.ts'
import type { TapePrints } from '../../src/market/domain/options/option-tape.ts'
import { UNIVERSE } from '../../src/market/sources/simulated/universe.ts'
import { SYMBOLS, syntheticTape, type ValidationTape } from '../validation/synthetic-tape.ts'
import type { Figure } from './figure.ts'

const SESSION = '2026-11-20'
const ORDERS = 40_000
const CHUNK = 500
const RUNS = 6
const RULES = 1_000

/** Classification and scoring of prints per second of one processor, implied volatility of American contracts included. */
export function figures(): Figure[] {
  const tape = syntheticTape(SYMBOLS[1]!, SESSION, { seed: 3, count: ORDERS })
  const { count } = tape.prints
  const rules = ruleIndex(thousandRules())
  const perSecond = (work: () => number) => count / leastCpuSeconds(work)
  const anchor = { name: 'sides alone, in floating point', value: perSecond(() => plainSides(tape.prints)) }
  return [
    {
      name: 'prints classified and scored',
      value: perSecond(() => readAll(tape)),
      unit: 'prints/s',
      goal: '≥ 100,000 prints/s',
      anchor,
    },
    {
      name: `prints classified, scored and matched against ${RULES} rules`,
      value: perSecond(() => matchAll(tape, rules)),
      unit: 'prints/s',
      goal: '≥ 100,000 prints/s',
    },
    { name: 'heap that a reader keeps after a session', value: keptBytes(tape) / 1e6, unit: 'MB' },
    { name: 'the same after a session of ten times the prints', value: keptBytes(longer(tape)) / 1e6, unit: 'MB' },
  ]
}

/** Of the processor and not of the clock, so that what else runs on the machine does not count; its collector does. */
function leastCpuSeconds(work: () => number): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1e6)
  }
  return least
}

function readAll({ prints, facts }: ValidationTape): number {
  const reader = new FlowReader({ symbol: prints.symbol, sessionDate: SESSION, facts })
  let rows = 0
  for (let upTo = CHUNK; upTo < prints.count + CHUNK; upTo += CHUNK) rows += reader.read(prints, upTo).rows.length
  return rows
}

/** As the market feed does: what becomes a row is shown to the rules. */
function matchAll({ prints, facts }: ValidationTape, rules: RuleIndex): number {
  const reader = new FlowReader({ symbol: prints.symbol, sessionDate: SESSION, facts })
  let matches = 0
  for (let upTo = CHUNK; upTo < prints.count + CHUNK; upTo += CHUNK) {
    for (const row of reader.read(prints, upTo).rows) {
      const subject = rules.mayMatch(row) ? flowSubject(row) : null
      if (subject) matches += rules.flow(subject).length
    }
  }
  return matches
}

/** Of a thousand rules a fifth look at every symbol, the others at ten each; bounds as people set them. */
function thousandRules(): AlertRule[] {
  const pick = <T>(values: readonly T[], place: number): T => values[place % values.length]!
  return Array.from({ length: RULES }, (_, place) => {
    const symbols = Array.from({ length: 10 }, (_each, index) => pick(UNIVERSE, 7 * place + 3 * index))
    const criteria: FlowCriteria = {
      ...(place % 5 === 0 ? {} : { symbols }),
      premium_min: pick([25_000, 50_000, 100_000, 250_000, 500_000], place),
      ...(place % 2 ? { option_type: pick(['call', 'put'] as const, place >> 1) } : {}),
      ...(place % 3 ? { unusual_score_min: pick([60, 70, 80, 85], place) } : {}),
      ...(place % 4 ? {} : { sides: ['at_ask', 'above_ask'] }),
      ...(place % 7 ? {} : { dte_max: 7 }),
      ...(place % 11 ? {} : { alert_types: ['whale_trade', 'aggressive_call_buying'] }),
    }
    return { ...FRAME, id: String(place), source: 'option_flow', criteria }
  })
}

const FRAME = {
  accountId: 'a',
  name: 'bench',
  channels: null,
  endpointId: null,
  cooldownMinutes: 30,
  priority: 'normal',
  enabled: true,
  snoozedUntil: null,
  createdAt: '2026-11-20T15:00:00.000Z',
  updatedAt: '2026-11-20T15:00:00.000Z',
} as const

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
  const texts = (column: PrintTexts) => [...column].flatMap((text) => Array.from({ length: 10 }, () => text))
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
