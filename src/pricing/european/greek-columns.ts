/**
 * Price and greeks of columns of contracts at given volatilities. An adjacent call and put of one strike share one
 * evaluation. Each stage is a flat loop over a block, because a call that is not inlined costs as much as its arithmetic.
 */

import { at } from '../column.ts'
import type { ContractRows, ExpirationTerms, GreekColumns } from '../contract-columns.ts'
import { logMoneyness, PER_CALENDAR_DAY, PER_RATE_POINT, PER_VOLATILITY_POINT } from './black.ts'
import { INVERSE_SQRT_TWO_PI, millsInside, normalCdf, normalDensity } from './mills.ts'
import { MILLS_FIRST_NODE, MILLS_LAST_NODE } from './mills-table.ts'

const BLOCK = 512

/** Index of the evaluation that a row of the block reads. */
const slotOfRow = new Uint16Array(BLOCK)
/** Per evaluation: ln(F/K), s = σ√T, and then R(h − t), R(h + t), their difference and φ(d1) for h = |ln(F/K)|/s, t = s/2. */
const moneyness = new Float64Array(BLOCK)
const deviation = new Float64Array(BLOCK)
const nearMills = new Float64Array(BLOCK)
const farMills = new Float64Array(BLOCK)
const difference = new Float64Array(BLOCK)
const density = new Float64Array(BLOCK)

/**
 * Price and greeks of every row at its volatility. At volatility 0, the limits: a contract in the money has delta ±DQ and
 * no gamma, vega, vanna or volga. NaN where the volatility is NaN and for expired contracts.
 */
export function evaluateGreeks(
  terms: ExpirationTerms,
  rows: ContractRows,
  volatility: Float64Array,
  out: GreekColumns,
): void {
  for (let start = 0; start < rows.count; start += BLOCK) {
    const end = Math.min(start + BLOCK, rows.count)
    const slots = gather(terms, rows, volatility, start, end)
    readDensity(slots)
    readNearMills(slots)
    readFarMills(slots)
    write(terms, rows, volatility, out, start, end)
  }
}

/** One slot for each strike and volatility in a run of rows. */
function gather(
  terms: ExpirationTerms,
  rows: ContractRows,
  volatility: Float64Array,
  start: number,
  end: number,
): number {
  let slots = 0
  let lastE = -1
  let lastStrike = Number.NaN
  let lastSigma = Number.NaN
  for (let i = start; i < end; i++) {
    const e = rows.expirationIndex[i] ?? 0
    const strike = at(rows.strike, i)
    const sigma = at(volatility, i)
    if (strike !== lastStrike || sigma !== lastSigma || e !== lastE) {
      lastE = e
      lastStrike = strike
      lastSigma = sigma
      moneyness[slots] = logMoneyness(at(terms.forward, e), strike)
      deviation[slots] = sigma * at(terms.rootYears, e)
      slots++
    }
    slotOfRow[i - start] = slots - 1
  }
  return slots
}

function readDensity(slots: number): void {
  for (let k = 0; k < slots; k++) {
    const s = at(deviation, k)
    const d1 = at(moneyness, k) / s + 0.5 * s
    density[k] = INVERSE_SQRT_TWO_PI * Math.exp(-0.5 * d1 * d1)
  }
}

/** Whether the series of `expand` gives both ratios to the last digits. */
function expands(h: number, t: number): boolean {
  return t < 0.1 && (h < 3 || t < 0.02)
}

/** R(h − t), or R(h) for small t; NaN outside the table, so that `writeRow` evaluates the rows of the slot. */
function readNearMills(slots: number): void {
  for (let k = 0; k < slots; k++) {
    const s = at(deviation, k)
    const h = Math.abs(at(moneyness, k)) / s
    const t = 0.5 * s
    const inside = s > 0 && h + t < MILLS_LAST_NODE && h - t > MILLS_FIRST_NODE
    nearMills[k] = inside ? millsInside(expands(h, t) ? h : h - t) : Number.NaN
  }
}

/** R(h + t) and the difference; for small t, both ratios from the even and odd derivatives at h. */
function readFarMills(slots: number): void {
  for (let k = 0; k < slots; k++) {
    const s = at(deviation, k)
    const h = Math.abs(at(moneyness, k)) / s
    const t = 0.5 * s
    if (expands(h, t)) expand(k, h, t)
    else {
      const far = h + t < MILLS_LAST_NODE ? millsInside(h + t) : Number.NaN
      farMills[k] = far
      difference[k] = at(nearMills, k) - far
    }
  }
}

/** R(h ∓ t) = even ∓ odd part, by the derivatives R⁽ⁿ⁺¹⁾ = h·R⁽ⁿ⁾ + n·R⁽ⁿ⁻¹⁾. */
function expand(k: number, h: number, t: number): void {
  const r0 = at(nearMills, k)
  const r1 = h * r0 - 1
  const r2 = h * r1 + r0
  const r3 = h * r2 + 2 * r1
  const r4 = h * r3 + 3 * r2
  const r5 = h * r4 + 4 * r3
  const r6 = h * r5 + 5 * r4
  const r7 = h * r6 + 6 * r5
  const r8 = h * r7 + 7 * r6
  const r9 = h * r8 + 8 * r7
  const r10 = h * r9 + 9 * r8
  const w = t * t
  const upper = r6 * (1 / 720) + w * (r8 * (1 / 40320) + w * r10 * (1 / 3628800))
  const even = r0 + w * (r2 * 0.5 + w * (r4 * (1 / 24) + w * upper))
  const odd = t * (r1 + w * (r3 * (1 / 6) + w * (r5 * (1 / 120) + w * (r7 * (1 / 5040) + w * r9 * (1 / 362880)))))
  nearMills[k] = even - odd
  farMills[k] = even + odd
  difference[k] = -2 * odd
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one flat pass over the row; parts would be calls in the loop
function write(
  terms: ExpirationTerms,
  rows: ContractRows,
  volatility: Float64Array,
  out: GreekColumns,
  start: number,
  end: number,
): void {
  const { price, delta, gamma, vega, theta, rho, vanna, charm, volga } = out
  const inverseSpot = 1 / terms.spot
  for (let i = start; i < end; i++) {
    const e = rows.expirationIndex[i] ?? 0
    const k = slotOfRow[i - start] ?? 0
    const w = rows.isCall[i] === 1 ? 1 : -1
    const years = at(terms.yearsToExpiry, e)
    const gap = at(difference, k)
    if (!(gap >= 0 && years > 0)) {
      writeRow(terms, e, w, at(rows.strike, i), at(volatility, i), i, out)
      continue
    }
    const x = at(moneyness, k)
    const s = at(deviation, k)
    const rate = at(terms.rate, e)
    const dividendYield = at(terms.dividendYield, e)
    const spotValue = terms.spot * at(terms.dividendFactor, e)
    const strikeValue = at(rows.strike, i) * at(terms.discountFactor, e)
    const weighted = spotValue * at(density, k)
    const callIsOut = x < 0
    const spotOut = weighted * (callIsOut ? at(nearMills, k) : at(farMills, k))
    const strikeOut = weighted * (callIsOut ? at(farMills, k) : at(nearMills, k))
    const isOut = callIsOut === w > 0
    const spotLeg = w * (isOut ? spotOut : spotValue - spotOut)
    const strikeLeg = w * (isOut ? strikeOut : strikeValue - strikeOut)
    const inverseS = 1 / s
    const d1 = x * inverseS + 0.5 * s
    const d2 = d1 - s
    const rootYears = at(terms.rootYears, e)
    const rawVega = weighted * rootYears
    const bend = weighted * inverseS * inverseSpot
    const ownDelta = spotLeg * inverseSpot
    price[i] = weighted * gap + (isOut ? 0 : w * (spotValue - strikeValue))
    delta[i] = ownDelta
    gamma[i] = bend * inverseSpot
    vega[i] = rawVega * PER_VOLATILITY_POINT
    const decay = (0.5 * weighted * s) / years
    theta[i] = (dividendYield * spotLeg - rate * strikeLeg - decay) * PER_CALENDAR_DAY
    rho[i] = years * strikeLeg * PER_RATE_POINT
    vanna[i] = -bend * d2 * rootYears * PER_VOLATILITY_POINT
    charm[i] = (dividendYield * ownDelta - bend * (rate - dividendYield - (0.5 * d2 * s) / years)) * PER_CALENDAR_DAY
    volga[i] = rawVega * d1 * d2 * inverseS * rootYears * PER_VOLATILITY_POINT
  }
}

/** One row by the plain formulas: at volatility 0, for unknown values, and outside the table of Mills ratios. */
function writeRow(
  terms: ExpirationTerms,
  e: number,
  w: number,
  strike: number,
  volatility: number,
  i: number,
  out: GreekColumns,
): void {
  const years = at(terms.yearsToExpiry, e)
  const sigma = volatility >= 0 && years > 0 ? volatility : Number.NaN
  const rate = at(terms.rate, e)
  const dividendYield = at(terms.dividendYield, e)
  const dividendFactor = at(terms.dividendFactor, e)
  const spotValue = terms.spot * dividendFactor
  const rootYears = Math.sqrt(years)
  const s = sigma * rootYears
  const x = logMoneyness(at(terms.forward, e), strike)
  const live = s !== 0
  const d1 = live ? x / s + 0.5 * s : limitOfQuotient(x)
  const d2 = d1 - s
  const n1 = normalDensity(d1)
  const inside1 = normalCdf(w * d1)
  const spotLeg = w * spotValue * inside1
  const strikeLeg = w * strike * at(terms.discountFactor, e) * normalCdf(w * d2)
  const vega = live ? spotValue * n1 * rootYears : 0
  const bend = live ? dividendFactor * n1 : 0
  const inverseS = live ? 1 / s : 0
  const side = live ? d2 : 0
  out.price[i] = spotLeg - strikeLeg
  out.delta[i] = w * dividendFactor * inside1
  out.gamma[i] = (bend * inverseS) / terms.spot
  out.vega[i] = vega * PER_VOLATILITY_POINT
  out.theta[i] = (dividendYield * spotLeg - rate * strikeLeg - (0.5 * vega * sigma) / years) * PER_CALENDAR_DAY
  out.rho[i] = years * strikeLeg * PER_RATE_POINT
  out.vanna[i] = -bend * side * inverseS * rootYears * PER_VOLATILITY_POINT
  const drift = bend * (inverseS * (rate - dividendYield) - (0.5 * side) / years)
  out.charm[i] = (w * dividendYield * dividendFactor * inside1 - drift) * PER_CALENDAR_DAY
  out.volga[i] = live ? vega * d1 * d2 * inverseS * rootYears * PER_VOLATILITY_POINT : 0
}

/** x/s at s → 0; 0 exactly at the money. */
function limitOfQuotient(x: number): number {
  return x === 0 ? 0 : x * Number.POSITIVE_INFINITY
}
