/**
 * Reads the tape of one symbol and session, print by print, into rows of flow. It may be called again and again as the
 * tape grows: however the tape is cut, the rows that stand at the end are the same. A row is told at once, and again when
 * a later print changes it: a leg that joins a sweep, a package that is recognised, a cancel.
 */
import { at } from '../../lib/columns.ts'
import type { TapePrints } from '../market/option-tape.ts'
import { sessionOn } from '../market/trading-calendar.ts'
import { alertTypesOf } from './alert-rules.ts'
import { type Condition, conditionOf, isBlankCondition, UNKNOWN_CONDITION } from './condition-codes.ts'
import { ContractBook } from './contract-book.ts'
import type { ContractFacts } from './contract-facts.ts'
import type { ContractLedger, NewLeg } from './contract-ledger.ts'
import { aggressorOf, type Draft, dropEvidence, isOpenMarket, NO_EVIDENCE, premiumOf, rowOfDraft } from './draft.ts'
import { flowId, flowIdPrefix } from './flow-id.ts'
import type { FlowRow } from './flow-row.ts'
import { OpenRows } from './open-rows.ts'
import { PackageFinder } from './packages.ts'
import { type PrintCounts, type Refusal, zeroCounts } from './print-counts.ts'
import { directionOf, isTellingQuote, priceSteps, sideOf } from './print-side.ts'
import { printVolatility } from './print-volatility.ts'
import { NO_CALENDAR, type SymbolCalendar } from './rarity-features.ts'
import { RarityModel } from './rarity-model.ts'
import { type RarityStart, type RarityState, shippedStart } from './rarity-start.ts'
import { joinSweep, leaveSweep } from './sweep-groups.ts'
import { TapeClock } from './tape-clock.ts'

const USUAL_SEED = 20_111
/** More than any contract ever cost (USD per share) or one trade held: one broken row must not drown the sums. */
const HIGHEST_PRICE = 1_000_000
const LARGEST_SIZE = 10_000_000

export interface FlowContext {
  readonly symbol: string
  /** New York trading date. */
  readonly sessionDate: string
  readonly facts: ContractFacts
  /** What rarity is measured against before the session has prints of its own; the shipped calibration if left out. */
  readonly start?: RarityStart | undefined
  readonly calendar?: SymbolCalendar | undefined
  /** Of the trees that find rare combinations. */
  readonly seed?: number | undefined
}

export interface FlowChanges {
  /** New rows, and earlier ones that changed, as they stand now; in the order of the tape. */
  readonly rows: readonly FlowRow[]
  /** Ids of rows told earlier that stand no longer: merged into another row, or cancelled. */
  readonly withdrawn: readonly string[]
}

export class FlowReader {
  readonly #idPrefix: string
  readonly #context: FlowContext
  readonly #book: ContractBook
  readonly #packages = new PackageFinder()
  readonly #clock: TapeClock
  readonly #rarity: RarityModel
  readonly #open = new OpenRows()
  readonly #counts = zeroCounts()
  readonly #recurrence = { buys: 0, boughtSize: 0, similar: 0 }
  #changed: Draft[] = []
  readonly #settle = (draft: Draft) => {
    draft.settled = true
    if (!draft.gone) this.#rarity.learn(draft)
    dropEvidence(draft)
  }
  #position = 0

  constructor(context: FlowContext) {
    this.#context = context
    this.#idPrefix = flowIdPrefix(context.sessionDate, context.symbol)
    this.#book = new ContractBook(context.sessionDate, context.facts)
    this.#clock = new TapeClock(context.sessionDate)
    const { start = shippedStart(), calendar = NO_CALENDAR, seed = USUAL_SEED } = context
    this.#rarity = new RarityModel({ start, calendar, seed, session: sessionOn(context.sessionDate) })
  }

  get counts(): PrintCounts {
    return { ...this.#counts }
  }

  /** Prints of the tape read so far. */
  get position(): number {
    return this.#position
  }

  /** What the next session may start with. */
  carry(): RarityState {
    return this.#rarity.carry()
  }

  /**
   * Reads on from where the last call ended, up to a row of the tape or its end. The tape must be the one of the context,
   * grown at its end only; a RangeError otherwise.
   */
  read(tape: TapePrints, upTo = tape.count): FlowChanges {
    const { symbol, sessionDate } = this.#context
    if (tape.symbol !== symbol || tape.sessionDate !== sessionDate) {
      throw new RangeError(`The tape of ${tape.symbol} on ${tape.sessionDate} is not of ${symbol} on ${sessionDate}.`)
    }
    const before = this.#position
    const end = Math.min(upTo, tape.count)
    for (; this.#position < end; this.#position++) this.#readPrint(tape, this.#position)
    return this.#tellChanges(before)
  }

  #tellChanges(before: number): FlowChanges {
    const { symbol, sessionDate } = this.#context
    const changed = this.#changed.sort((a, b) => a.sequence - b.sequence)
    this.#changed = []
    const rows: FlowRow[] = []
    const withdrawn: string[] = []
    for (const draft of changed) {
      draft.changed = false
      if (!draft.gone) rows.push(rowOfDraft(draft, symbol, sessionDate, this.#idPrefix))
      else if (draft.sequence < before) withdrawn.push(flowId(this.#idPrefix, draft.sequence))
      dropEvidence(draft)
    }
    return { rows, withdrawn }
  }

  #readPrint(tape: TapePrints, row: number): void {
    this.#counts.read++
    const refusal = this.#take(tape, row)
    if (refusal) this.#counts[refusal]++
  }

  #take(tape: TapePrints, row: number): Refusal | null {
    const entry = this.#book.find(tape.optionSymbols[row] ?? '', at(tape.openInterest, row))
    if (typeof entry === 'string') return entry
    const code = tape.condition[row] ?? ''
    const condition = conditionOf(code) ?? UNKNOWN_CONDITION
    if (condition.cancels) return this.#cancel(entry.ledger, condition, at(tape.price, row), at(tape.size, row))
    if (condition.kind === 'excluded') return 'compression'
    const leg = legOf(tape, row, code)
    const refusal = refusalOf(leg, this.#clock)
    if (refusal) return refusal
    const twin = entry.ledger.findTwin(leg)
    if (twin && !Number.isNaN(leg.tapeVolume)) return 'duplicate'
    if (twin) this.#counts.possible_duplicate++
    if (!entry.listed) this.#counts.unknown_contract++
    if (condition === UNKNOWN_CONDITION) this.#counts.unknown_condition++
    this.#enter(entry.ledger, condition, leg, tape, row)
    return null
  }

  #enter(ledger: ContractLedger, condition: Condition, leg: NewLeg, tape: TapePrints, row: number): void {
    ledger.seenVolume += leg.size
    const draft = draftOf(ledger, condition, leg, tape, row)
    if (draft.lowQuality) this.#counts.low_quality_quote++
    if (condition.kind === 'late') this.#counts.late++
    if (condition.kind === 'regular') ledger.rememberPrice(leg.steps)
    ledger.remember(leg, draft)
    this.#counts.rows++
    if (this.#isInOrder(leg.executedAtMs, condition)) this.#join(draft, condition)
    else this.#judge(draft)
    this.#open.add(draft, this.#clock.nowMs)
  }

  /** Late reports say when they were executed: they neither move the clock nor are held against it. */
  #isInOrder(ms: number, { kind }: Condition): boolean {
    if (kind === 'late') return false
    const order = this.#clock.advance(ms)
    if (order === 'reset') this.#open.settleAll(this.#settle)
    else this.#open.settle(this.#clock.nowMs, this.#settle)
    if (order === 'out_of_order') this.#counts.out_of_order++
    if (order === 'reset') this.#counts.clock_reset++
    return order !== 'out_of_order'
  }

  /** Finds what other prints the new one belongs to, and judges every row that this changes. */
  #join(draft: Draft, condition: Condition): void {
    const legs = isBlankCondition(condition) ? this.#packages.join(draft) : []
    for (const leg of legs) {
      leaveSweep(leg)
      this.#judge(leg)
    }
    this.#counts.packaged += legs.length + (draft.packaged ? 1 : 0)
    const { head, merged } = isOpenMarket(draft) ? joinSweep(draft) : { head: draft, merged: [] }
    for (const other of merged) this.#touch(other)
    this.#counts.merged += merged.length
    this.#counts.rows -= merged.length
    this.#judge(head)
  }

  /** To be told at the end of the call. */
  #touch(draft: Draft): void {
    if (draft.changed) return
    draft.changed = true
    this.#changed.push(draft)
  }

  #judge(draft: Draft): void {
    this.#touch(draft)
    const { contract } = draft
    const { optionType, openInterest, dte } = contract.identity
    contract.recurrence(draft, this.#recurrence)
    draft.alertTypes = alertTypesOf({
      optionType,
      aggressor: aggressorOf(draft),
      size: draft.size,
      premium: premiumOf(draft),
      openInterest,
      dte,
      volatilityRatio: draft.volatilityRatio,
      ...this.#recurrence,
    })
    this.#rarity.judge(draft)
  }

  #cancel(ledger: ContractLedger, { cancels }: Condition, price: number, size: number): Refusal {
    const leg = cancels && ledger.findCancelled(cancels, priceSteps(price), size)
    if (!leg) return 'cancel_without_print'
    const { draft } = leg
    leg.cancelled = true
    ledger.seenVolume -= leg.size
    draft.size -= leg.size
    draft.notional -= leg.size * leg.steps
    draft.legs--
    if (draft.legs > 0) {
      this.#judge(draft)
      return 'cancel'
    }
    draft.gone = true
    leaveSweep(draft)
    this.#touch(draft)
    this.#counts.rows--
    this.#counts.withdrawn++
    return 'cancel'
  }
}

function legOf(tape: TapePrints, row: number, condition: string): NewLeg {
  const price = at(tape.price, row)
  return {
    executedAtMs: at(tape.executedAtMs, row),
    steps: priceSteps(price),
    price,
    size: at(tape.size, row),
    exchange: tape.exchange[row] ?? '',
    condition,
    tapeVolume: at(tape.volume, row),
  }
}

function refusalOf({ steps, price, size, executedAtMs }: NewLeg, clock: TapeClock): Refusal | null {
  if (!(steps > 0 && price <= HIGHEST_PRICE)) return 'bad_price'
  if (!(size > 0 && size <= LARGEST_SIZE && Number.isInteger(size))) return 'bad_size'
  return clock.isOfSession(executedAtMs) ? null : 'bad_time'
}

function draftOf(
  contract: ContractLedger,
  { kind, sweep }: Condition,
  { executedAtMs, price, steps, size, exchange, tapeVolume }: NewLeg,
  tape: TapePrints,
  sequence: number,
): Draft {
  const bid = at(tape.bid, sequence)
  const ask = at(tape.ask, sequence)
  const underlyingPrice = at(tape.underlyingPrice, sequence)
  const side = sideOf(price, bid, ask, contract.tickOf(steps))
  const telling = isTellingQuote(bid, ask)
  const quote: readonly [number, number] = telling ? [bid, ask] : [Number.NaN, Number.NaN]
  const found = printVolatility(contract, executedAtMs, underlyingPrice, price, ...quote)
  const volatilityRatio = kind === 'regular' ? contract.volatilityRatio(executedAtMs, found.midVolatility) : Number.NaN
  return {
    sequence,
    contract,
    kind,
    coded: sweep,
    executedAtMs,
    bid,
    ask,
    underlyingPrice,
    direction: directionOf(side),
    lowQuality: !telling,
    side,
    size,
    notional: steps * size,
    volume: tapeVolume,
    legs: 1,
    exchanges: [exchange],
    lastMs: executedAtMs,
    packaged: false,
    swept: false,
    gone: false,
    scan: 0,
    changed: false,
    settled: false,
    volatility: found.volatility,
    volatilityReason: found.reason,
    volatilityRatio,
    delta: found.delta,
    alertTypes: [],
    unusualScore: 0,
    rarity: 0,
    evidence: NO_EVIDENCE,
  }
}
