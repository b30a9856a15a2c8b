/**
 * Turns the tape of one symbol and session into rows of flow, print by print. It can be called repeatedly as the tape
 * grows; the final rows do not depend on how the tape was split. A row is reported at once, and again when a later print
 * changes it: another leg of a sweep, a recognized package, a cancel.
 */
import { at } from '../../../lib/math/columns.ts'
import { sessionOn } from '../../../market/domain/calendar/trading-calendar.ts'
import type { TapePrints } from '../../../market/domain/options/option-tape.ts'
import { flowId, flowIdPrefix } from '../flow-id.ts'
import type { FlowRow } from '../flow-row.ts'
import { alertTypesOf } from '../score/alert-rules.ts'
import { NO_CALENDAR, type SymbolCalendar } from '../score/rarity-features.ts'
import { RarityModel } from '../score/rarity-model.ts'
import { type RarityStart, type RarityState, shippedStart } from '../score/rarity-start.ts'
import { countScore, type ScoreCounts, zeroScores } from '../score/score-counts.ts'
import { type Condition, conditionOf, isBlankCondition, UNKNOWN_CONDITION } from './condition-codes.ts'
import { ContractBook } from './contract-book.ts'
import type { ContractFacts } from './contract-facts.ts'
import { aggressorOf, isOpenMarket } from './contract-row.ts'
import type { ContractState } from './contract-state.ts'
import { OpenRows } from './open-rows.ts'
import { PackageFinder } from './package-finder.ts'
import { flowRowOf, NO_EVIDENCE, NO_RECORD, type PendingRow, premiumOf } from './pending-row.ts'
import { type PrintCounts, type Rejection, zeroCounts } from './print-counts.ts'
import { directionOf, isUsableQuote, priceSteps, sideOf } from './print-side.ts'
import { type PrintVolatility, printVolatility } from './print-volatility.ts'
import { type NewPrint, RecentPrints } from './recent-prints.ts'
import { SettledRows } from './settled-rows.ts'
import { joinSweep, leaveSweep } from './sweep-groups.ts'
import { TapeClock } from './tape-clock.ts'

const DEFAULT_SEED = 20_111
/** USD per share, and contracts: more than any real trade, so that one broken print cannot dominate sums. */
const MAX_PRICE = 1_000_000
const MAX_SIZE = 10_000_000

export interface FlowContext {
  readonly symbol: string
  /** New York trading date. */
  readonly sessionDate: string
  readonly facts: ContractFacts
  /** Initial state of the rarity model; the shipped calibration by default. */
  readonly start?: RarityStart | undefined
  readonly calendar?: SymbolCalendar | undefined
  /** Seed of the half-space trees. */
  readonly seed?: number | undefined
  /**
   * Leaves out volatility, delta, alert types and scores, which take most of the time: sums of premium and volume do not
   * need them.
   */
  readonly withoutScores?: boolean | undefined
  /** Called with the features of each row that is reported, at the indices of `FEATURES`. @internal For the calibration. */
  readonly onFeatures?: ((features: readonly number[]) => void) | undefined
}

export interface FlowChanges {
  /** New and changed rows, in the order of the tape. */
  readonly rows: readonly FlowRow[]
  /** Ids of previously reported rows that no longer exist: merged into another row, or cancelled. */
  readonly withdrawn: readonly string[]
}

export class FlowReader {
  readonly #idPrefix: string
  readonly #context: FlowContext
  readonly #settled = new SettledRows()
  readonly #prints = new RecentPrints<PendingRow>(this.#settled)
  readonly #book: ContractBook
  readonly #packages = new PackageFinder()
  readonly #clock: TapeClock
  readonly #rarity: RarityModel
  readonly #open = new OpenRows()
  readonly #counts = zeroCounts()
  readonly #scores = zeroScores()
  readonly #recurrence = { buys: 0, boughtSize: 0, similar: 0 }
  #changed: PendingRow[] = []
  readonly #finalize = (pending: PendingRow) => {
    pending.final = true
    if (!pending.gone && !this.#context.withoutScores) {
      this.#rarity.learn(pending)
      countScore(this.#scores, pending.unusualScore)
    }
    leaveSweep(pending)
    this.#settle(pending)
  }
  #position = 0

  constructor(context: FlowContext) {
    this.#context = context
    this.#idPrefix = flowIdPrefix(context.sessionDate, context.symbol)
    this.#book = new ContractBook(context.sessionDate, context.facts, this.#prints)
    this.#clock = new TapeClock(context.sessionDate)
    const { start = shippedStart(), calendar = NO_CALENDAR, seed = DEFAULT_SEED } = context
    this.#rarity = new RarityModel({ start, calendar, seed, session: sessionOn(context.sessionDate) })
  }

  get counts(): PrintCounts {
    return { ...this.#counts }
  }

  /** Of rows that no later leg can change; a later cancel leaves them counted. */
  get scores(): ScoreCounts {
    return this.#scores.slice()
  }

  /** Prints of the tape read so far. */
  get position(): number {
    return this.#position
  }

  /** State of the rarity model for the next session. */
  carry(): RarityState {
    return this.#rarity.carry()
  }

  /**
   * Continues at `position`, up to a row of the tape or its end. The tape must only grow at its end. Throws a RangeError
   * for the tape of another symbol or session.
   */
  read(tape: TapePrints, upTo = tape.count): FlowChanges {
    const { symbol, sessionDate } = this.#context
    if (tape.symbol !== symbol || tape.sessionDate !== sessionDate) {
      throw new RangeError(`The tape of ${tape.symbol} on ${tape.sessionDate} is not of ${symbol} on ${sessionDate}.`)
    }
    const before = this.#position
    const end = Math.min(upTo, tape.count)
    for (; this.#position < end; this.#position++) this.#readPrint(tape, this.#position)
    return this.#reportChanges(before)
  }

  #reportChanges(before: number): FlowChanges {
    const { symbol, sessionDate, onFeatures } = this.#context
    const changed = this.#changed.sort((a, b) => a.sequence - b.sequence)
    this.#changed = []
    const rows: FlowRow[] = []
    const withdrawn: string[] = []
    for (const pending of changed) {
      pending.changed = false
      if (!pending.gone) {
        rows.push(flowRowOf(pending, symbol, sessionDate, this.#idPrefix))
        onFeatures?.(pending.features)
      } else if (pending.sequence < before) withdrawn.push(flowId(this.#idPrefix, pending.sequence))
      this.#settle(pending)
    }
    this.#settled.close()
    return { rows, withdrawn }
  }

  /** Keeps a record of a row that is final and reported: the objects of a whole session would take all memory. */
  #settle(pending: PendingRow): void {
    const { final, changed, gone, record, contract } = pending
    if (!final || changed || gone || record !== NO_RECORD) return
    contract.settle(pending, pending.legs > 1, () => this.#settled.add(pending))
  }

  #readPrint(tape: TapePrints, row: number): void {
    this.#counts.read++
    const rejection = this.#take(tape, row)
    if (rejection) this.#counts[rejection]++
  }

  #take(tape: TapePrints, row: number): Rejection | null {
    const contract = this.#book.find(tape.optionSymbols.at(row) ?? '', at(tape.openInterest, row))
    if (typeof contract === 'string') return contract
    const code = tape.condition.at(row) ?? ''
    const condition = conditionOf(code) ?? UNKNOWN_CONDITION
    if (condition.cancels) return this.#cancel(contract, condition, tape, row)
    if (condition.kind === 'excluded') return 'compression'
    const print = printOf(tape, row, code)
    const rejection = rejectionOf(print, this.#clock)
    if (rejection) return rejection
    const duplicate = contract.hasDuplicate(print)
    if (duplicate && !Number.isNaN(print.tapeVolume)) return 'duplicate'
    if (duplicate) this.#counts.possible_duplicate++
    if (!contract.isListed) this.#counts.unknown_contract++
    if (condition === UNKNOWN_CONDITION) this.#counts.unknown_condition++
    this.#accept(contract, condition, print, tape, row)
    return null
  }

  #accept(
    state: ContractState<PendingRow>,
    condition: Condition,
    print: NewPrint,
    tape: TapePrints,
    row: number,
  ): void {
    state.seenVolume += print.size
    const { withoutScores = false } = this.#context
    const pending = pendingRowOf(state, condition, print, { tape, sequence: row, withoutScores })
    if (pending.lowQuality) this.#counts.low_quality_quote++
    if (condition.kind === 'late') this.#counts.late++
    if (condition.kind === 'regular') state.rememberPrice(print.steps)
    state.remember(print, pending)
    this.#counts.rows++
    if (this.#isInOrder(print.executedAtMs, condition)) this.#join(pending, condition)
    else this.#score(pending)
    this.#open.add(pending, this.#clock.nowMs)
  }

  /** Late reports state their execution time: they neither move the clock nor count as out of order. */
  #isInOrder(ms: number, { kind }: Condition): boolean {
    if (kind === 'late') return false
    const order = this.#clock.advance(ms)
    if (order === 'reset') this.#open.finalizeAll(this.#finalize)
    else this.#open.finalize(this.#clock.nowMs, this.#finalize)
    if (order === 'out_of_order') this.#counts.out_of_order++
    if (order === 'reset') this.#counts.clock_reset++
    return order !== 'out_of_order'
  }

  /** Joins the print with packages and sweeps, and scores every row that changes. */
  #join(pending: PendingRow, condition: Condition): void {
    const legs = isBlankCondition(condition) ? this.#packages.join(pending) : []
    for (const leg of legs) {
      leaveSweep(leg)
      this.#score(leg)
    }
    this.#counts.packaged += legs.length + (pending.packaged ? 1 : 0)
    const { head, merged } = isOpenMarket(pending) ? joinSweep(pending) : { head: pending, merged: [] }
    for (const other of merged) this.#touch(other)
    this.#counts.merged += merged.length
    this.#counts.rows -= merged.length
    this.#score(head)
  }

  /** Marks a row to be reported at the end of the call. */
  #touch(pending: PendingRow): void {
    if (pending.changed) return
    pending.changed = true
    this.#changed.push(pending)
  }

  #score(pending: PendingRow): void {
    this.#touch(pending)
    this.#settled.update(pending)
    if (this.#context.withoutScores) return
    const { contract } = pending
    const { optionType, openInterest, dte } = contract
    contract.recurrence(pending, this.#recurrence)
    pending.alertTypes = alertTypesOf({
      optionType,
      aggressor: aggressorOf(pending),
      size: pending.size,
      premium: premiumOf(pending),
      openInterest,
      dte,
      volatilityRatio: pending.volatilityRatio,
      ...this.#recurrence,
    })
    this.#rarity.score(pending)
  }

  #cancel(state: ContractState<PendingRow>, { cancels }: Condition, tape: TapePrints, row: number): Rejection {
    const place = cancels && state.findCancelled(cancels, priceSteps(at(tape.price, row)), at(tape.size, row))
    if (place == null) return 'cancel_without_print'
    const prints = this.#prints
    const pending = prints.row(place) ?? this.#settled.reopen(prints.record(place), state, tape)
    const size = prints.size(place)
    state.seenVolume -= size
    pending.size -= size
    pending.notional -= size * prints.steps(place)
    pending.legs--
    prints.cancel(place)
    if (pending.legs > 0) {
      this.#score(pending)
      return 'cancel'
    }
    pending.gone = true
    leaveSweep(pending)
    this.#touch(pending)
    this.#counts.rows--
    this.#counts.withdrawn++
    return 'cancel'
  }
}

function printOf(tape: TapePrints, row: number, condition: string): NewPrint {
  const price = at(tape.price, row)
  return {
    executedAtMs: at(tape.executedAtMs, row),
    steps: priceSteps(price),
    price,
    size: at(tape.size, row),
    exchange: tape.exchange.at(row) ?? '',
    condition,
    tapeVolume: at(tape.volume, row),
  }
}

function rejectionOf({ steps, price, size, executedAtMs }: NewPrint, clock: TapeClock): Rejection | null {
  if (!(steps > 0 && price <= MAX_PRICE)) return 'bad_price'
  if (!(size > 0 && size <= MAX_SIZE && Number.isInteger(size))) return 'bad_size'
  return clock.isOfSession(executedAtMs) ? null : 'bad_time'
}

const NOT_SOUGHT: PrintVolatility = {
  volatility: Number.NaN,
  midVolatility: Number.NaN,
  delta: Number.NaN,
  reason: 'not_computed',
}

interface PrintPlace {
  readonly tape: TapePrints
  readonly sequence: number
  readonly withoutScores: boolean
}

function pendingRowOf(
  contract: ContractState<PendingRow>,
  { kind, sweep }: Condition,
  { executedAtMs, price, steps, size, exchange, tapeVolume }: NewPrint,
  { tape, sequence, withoutScores }: PrintPlace,
): PendingRow {
  const bid = at(tape.bid, sequence)
  const ask = at(tape.ask, sequence)
  const underlyingPrice = at(tape.underlyingPrice, sequence)
  const side = sideOf(price, bid, ask, contract.tickOf(steps))
  const usable = isUsableQuote(bid, ask)
  const quote: readonly [number, number] = usable ? [bid, ask] : [Number.NaN, Number.NaN]
  const found = withoutScores ? NOT_SOUGHT : printVolatility(contract, executedAtMs, underlyingPrice, price, ...quote)
  const volatilityRatio = kind === 'regular' ? contract.volatilityRatio(executedAtMs, found.midVolatility) : Number.NaN
  return {
    sequence,
    record: NO_RECORD,
    contract,
    kind,
    coded: sweep,
    executedAtMs,
    bid,
    ask,
    underlyingPrice,
    direction: directionOf(side),
    lowQuality: !usable,
    side,
    size,
    notional: steps * size,
    outside: side === 'above_ask' || side === 'below_bid' ? size : 0,
    volume: tapeVolume,
    legs: 1,
    exchanges: [exchange],
    lastMs: executedAtMs,
    packaged: false,
    swept: false,
    gone: false,
    scan: 0,
    changed: false,
    final: false,
    // Seven digits, of which answers have six: a row keeps them for its session.
    volatility: Math.fround(found.volatility),
    volatilityReason: found.reason,
    volatilityRatio,
    delta: Math.fround(found.delta),
    alertTypes: [],
    unusualScore: 0,
    rarity: 0,
    evidence: NO_EVIDENCE,
    features: NO_EVIDENCE,
  }
}
