/** Picks the listed contracts of a template by days to expiration, delta and width. */

import type { FieldIssue } from '../../../lib/errors.ts'
import { at, indexAt } from '../../../lib/math/columns.ts'
import { expectedMove } from '../smile/constant-maturities.ts'
import type { ValuedChain, ValuedExpiration } from '../valuation/chain-valuation.ts'
import { RECIPES, type RecipeLeg, type TemplateName, usualDelta } from './template-recipes.ts'

export interface TemplateQuery {
  readonly template: TemplateName
  /** Calendar days to the first expiration, and to the second one. */
  readonly dte?: number | undefined
  readonly dteFar?: number | undefined
  /** Absolute delta of the legs that are found by delta. */
  readonly delta?: number | undefined
  /** USD between strikes. */
  readonly width?: number | undefined
  /** Sold contracts for each bought one of a ratio spread. */
  readonly ratio?: number | undefined
  readonly optionType?: 'call' | 'put' | undefined
  readonly quantity?: number | undefined
  /** Turns every option leg. */
  readonly short?: boolean | undefined
}

/** A leg by its row of the chain; −1 is the stock. */
export interface ChosenLeg {
  readonly quantity: number
  readonly row: number
}

export const STOCK_ROW = -1
const USUAL_DTE = 30
const USUAL_GAP = 28
const USUAL_RATIO = 2
/** Of the expected move to the expiration. */
const USUAL_WIDTH = 0.25

/** The legs, or what does not fit, with the nearest that exists. */
export function templateLegs(valued: ValuedChain, query: TemplateQuery): readonly ChosenLeg[] | readonly FieldIssue[] {
  const recipe = RECIPES[query.template]
  const near = nearExpiration(valued, query.dte ?? USUAL_DTE)
  if (near < 0) return [{ path: 'dte', message: 'finds no expiration: the chain has none with volatilities' }]
  const nearDte = valued.expirations[near]?.dte ?? 0
  const far = recipe.some(({ isFar }) => isFar)
    ? farExpiration(valued, near, query.dteFar ?? nearDte + USUAL_GAP)
    : near
  if (far < 0)
    return [
      {
        path: 'dte_far',
        message: `finds no expiration after ${dateOf(valued, near)}, the last that is listed: give a smaller dte`,
      },
    ]
  const picker = new Picker(valued, query, near, far)
  const legs = recipe.map((leg) => picker.pick(recipe, leg))
  const issues = legs.filter((leg) => 'path' in leg)
  return issues.length > 0 ? issues.slice(0, 1) : legs.filter((leg) => 'row' in leg)
}

/** Whether `templateLegs` found what it needs. */
export function areLegs(found: readonly ChosenLeg[] | readonly FieldIssue[]): found is readonly ChosenLeg[] {
  return found.every((each) => 'row' in each)
}

function dateOf({ expirations }: ValuedChain, index: number): string {
  return expirations[index]?.expirationDate ?? ''
}

function isUsable({ expired, atmIv }: ValuedExpiration): boolean {
  return !expired && atmIv > 0
}

/** Nearest in days, the later one of two, settled on the close rather than the open; −1 without any. */
function nearExpiration(valued: ValuedChain, dte: number): number {
  return nearestExpiration(valued, dte, () => true)
}

function farExpiration(valued: ValuedChain, near: number, dte: number): number {
  const after = valued.expirations[near]?.dte ?? 0
  return nearestExpiration(valued, dte, (expiration) => expiration.dte > after)
}

function nearestExpiration(
  { expirations }: ValuedChain,
  dte: number,
  passes: (expiration: ValuedExpiration) => boolean,
): number {
  const listed = expirations.map((expiration, index) => ({ expiration, index }))
  const found = listed.filter(({ expiration }) => isUsable(expiration) && passes(expiration))
  found.sort(
    (a, b) =>
      Math.abs(a.expiration.dte - dte) - Math.abs(b.expiration.dte - dte) ||
      b.expiration.dte - a.expiration.dte ||
      (a.expiration.settlement === 'pm' ? -1 : 1),
  )
  return found[0]?.index ?? -1
}

interface Candidate {
  readonly row: number
  readonly strike: number
  readonly delta: number
}

class Picker {
  readonly #valued: ValuedChain
  readonly #query: TemplateQuery
  readonly #near: number
  readonly #far: number

  constructor(valued: ValuedChain, query: TemplateQuery, near: number, far: number) {
    this.#valued = valued
    this.#query = query
    this.#near = near
    this.#far = far
  }

  pick(recipe: readonly RecipeLeg[], leg: RecipeLeg): ChosenLeg | FieldIssue {
    const { quantity = 1, ratio = USUAL_RATIO } = this.#query
    if (leg.right === 'stock') return { quantity: leg.count * quantity, row: STOCK_ROW }
    const count = this.#side(leg) * Math.abs(leg.count) * (leg.byRatio ? ratio : 1) * quantity
    const found = usualDelta(leg, count < 0) === null ? this.#byWidth(recipe, leg) : this.#byDelta(leg)
    return found === null ? this.#missing(leg) : { quantity: count, row: found.row }
  }

  #side({ count }: RecipeLeg): number {
    return Math.sign(count) * (this.#query.short === true ? -1 : 1)
  }

  #right({ right }: RecipeLeg): 'call' | 'put' {
    return right === 'call' || right === 'put' ? right : (this.#query.optionType ?? 'call')
  }

  /** Contracts of the leg's expiration and right with a volatility, ascending in strike. */
  #ladder(leg: RecipeLeg): Candidate[] {
    const { pairs, volatility, delta } = this.#valued
    const expiration = leg.isFar ? this.#far : this.#near
    const rows = this.#right(leg) === 'call' ? pairs.callRow : pairs.putRow
    const found: Candidate[] = []
    for (let pair = indexAt(pairs.firstOf, expiration); pair < indexAt(pairs.firstOf, expiration + 1); pair++) {
      const row = indexAt(rows, pair)
      if (row >= 0 && at(volatility, row) > 0)
        found.push({ row, strike: at(pairs.strike, pair), delta: at(delta, row) })
    }
    return found
  }

  /** The nearest absolute delta, further out of the money of two. */
  #byDelta(leg: RecipeLeg): Candidate | null {
    const wanted = this.#query.delta ?? usualDelta(leg, this.#side(leg) < 0) ?? Number.NaN
    const ladder = this.#ladder(leg)
    const outwards = this.#right(leg) === 'call' ? ladder.reverse() : ladder
    return nearestOf(outwards, ({ delta }) => Math.abs(Math.abs(delta) - wanted))
  }

  /** The strike of the leg by delta that this one is placed by, or the strike nearest to one width from it. */
  #byWidth(recipe: readonly RecipeLeg[], leg: RecipeLeg): Candidate | null {
    const anchors = recipe.filter((other) => usualDelta(other, false) !== null)
    const own = anchors.find((other) => leg.place !== 'beyond' || this.#right(other) === this.#right(leg))
    const anchor = own ? this.#byDelta(own)?.strike : undefined
    if (anchor === undefined) return null
    if (leg.place === 'same') return this.#ladder(leg).find(({ strike }) => strike === anchor) ?? null
    const isUp = leg.place === 'above' || (leg.place === 'beyond' && this.#right(leg) === 'call')
    const target = anchor + (isUp ? 1 : -1) * this.#width()
    const beyond = this.#ladder(leg).filter(({ strike }) => (isUp ? strike > anchor : strike < anchor))
    return nearestOf(beyond, ({ strike }) => Math.abs(strike - target))
  }

  #width(): number {
    const expiration = this.#valued.expirations[this.#near]
    return this.#query.width ?? (expiration ? USUAL_WIDTH * expectedMove(expiration) : Number.NaN)
  }

  #missing(leg: RecipeLeg): FieldIssue {
    const date = dateOf(this.#valued, leg.isFar ? this.#far : this.#near)
    const strikes = this.#ladder(leg).map(({ strike }) => strike)
    const right = this.#right(leg)
    if (strikes.length === 0) return { path: 'dte', message: `finds ${date}, where no ${right} has a volatility` }
    const range = `the ${right}s of ${date} have strikes from ${strikes[0]} to ${strikes.at(-1)}`
    if (leg.place === 'same')
      return { path: leg.isFar ? 'dte_far' : 'dte', message: `finds ${date}, which does not list the strike: ${range}` }
    return { path: 'delta', message: `leaves no strike for the ${right} one width further: ${range}` }
  }
}

function nearestOf(candidates: readonly Candidate[], distance: (candidate: Candidate) => number): Candidate | null {
  return candidates.reduce<Candidate | null>(
    (best, each) => (best === null || distance(each) < distance(best) ? each : best),
    null,
  )
}
