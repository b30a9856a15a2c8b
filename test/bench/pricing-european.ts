import {
  type ContractRows,
  type ExpirationTerms,
  greekColumns,
  invertVolatilities,
} from '../../src/pricing/contract-columns.ts'
import { blackPrice } from '../../src/pricing/european/black.ts'
import { evaluateGreeks } from '../../src/pricing/european/greek-columns.ts'
import { sumGamma } from '../../src/pricing/gamma-sum.ts'
import { expirationTerms } from '../oracles/expiration-terms.ts'
import type { Figure } from './figure.ts'
import { repeatable, shortest, textbookGreeks, textbookVolatility } from './pricing-figures.ts'

interface Problem {
  readonly terms: ExpirationTerms
  readonly rows: ContractRows
  readonly price: Float64Array
  readonly volatility: Float64Array
}

/** Out-of-the-money options from one hour to three years, 5 to 200 % volatility, up to ten standard deviations out. */
function randomProblem(count: number): Problem {
  const random = repeatable(7)
  const expirations = 2000
  const years = Float64Array.from({ length: expirations }, () => 3 * (1 / 26_280) ** random())
  const forward = new Float64Array(expirations).fill(100)
  const terms = expirationTerms(100, forward, new Float64Array(expirations), years)
  const rows = {
    count,
    expirationIndex: Uint16Array.from({ length: count }, (_, i) => i % expirations),
    isCall: new Uint8Array(count),
    strike: new Float64Array(count),
  }
  const volatility = Float64Array.from({ length: count }, () => 0.05 + 1.95 * random())
  const price = volatility.map((sigma, i) => {
    const t = years[i % expirations] ?? 0
    const strike = 100 * Math.exp((2 * random() - 1) * Math.min(10 * sigma * Math.sqrt(t), 4))
    rows.strike[i] = strike
    rows.isCall[i] = strike >= 100 ? 1 : 0
    return blackPrice(strike >= 100, 100, strike, t, sigma, 1)
  })
  return { terms, rows, price, volatility }
}

/** A chain of index options: 40 expirations, 250 strikes, call beside put; prices on the out-of-the-money side alone. */
function chainProblem(): Problem & { readonly outRows: ContractRows; readonly outPrice: Float64Array } {
  const [expirations, strikes, spot] = [40, 250, 5000]
  const count = expirations * strikes * 2
  const years = Float64Array.from({ length: expirations }, (_, e) => (1 + 0.45 * e * e) / 365)
  const forward = years.map((t) => spot * Math.exp(0.027 * t))
  const terms = expirationTerms(spot, forward, new Float64Array(expirations).fill(0.04), years)
  const strikeOf = (i: number) => {
    const reach = 0.18 * Math.sqrt(years[Math.floor(i / (2 * strikes))] ?? 0)
    return Math.round(100 * spot * Math.exp((-6 + (9 * (Math.floor(i / 2) % strikes)) / strikes) * reach)) / 100
  }
  const rows = {
    count,
    expirationIndex: Uint16Array.from({ length: count }, (_, i) => Math.floor(i / (2 * strikes))),
    isCall: Uint8Array.from({ length: count }, (_, i) => 1 - (i % 2)),
    strike: Float64Array.from({ length: count }, (_, i) => strikeOf(i)),
  }
  const forwardOf = (i: number) => forward[rows.expirationIndex[i] ?? 0] ?? 0
  const volatility = rows.strike.map((strike, i) => {
    const k = Math.log(strike / forwardOf(i))
    return 0.15 - 0.3 * Math.min(Math.max(k, -0.4), 0.2) + 0.1 * k * k
  })
  const price = new Float64Array(count)
  evaluateAll(terms, rows, volatility, price)
  const out = [...rows.strike.keys()].filter((i) => (rows.isCall[i] === 1) === (rows.strike[i] ?? 0) >= forwardOf(i))
  const outRows = {
    count: out.length,
    expirationIndex: Uint16Array.from(out, (i) => rows.expirationIndex[i] ?? 0),
    isCall: Uint8Array.from(out, (i) => rows.isCall[i] ?? 0),
    strike: Float64Array.from(out, (i) => rows.strike[i] ?? 0),
  }
  return { terms, rows, price, volatility, outRows, outPrice: Float64Array.from(out, (i) => price[i] ?? Number.NaN) }
}

function evaluateAll(terms: ExpirationTerms, rows: ContractRows, volatility: Float64Array, price: Float64Array): void {
  for (let i = 0; i < rows.count; i++) {
    const e = rows.expirationIndex[i] ?? 0
    price[i] = blackPrice(
      rows.isCall[i] === 1,
      terms.forward[e] ?? 0,
      rows.strike[i] ?? 0,
      terms.yearsToExpiry[e] ?? 0,
      volatility[i] ?? 0,
      terms.discountFactor[e] ?? 0,
    )
  }
}

function randomFigures(): Figure[] {
  const count = 100_000
  const { terms, rows, price, volatility } = randomProblem(count)
  const solved = new Float64Array(count)
  const status = new Uint8Array(count)
  const own = shortest(30, () => {
    invertVolatilities(terms, rows, price, solved, status)
    return solved[count - 1] ?? 0
  })
  const worst = solved.reduce((most, sigma, i) => Math.max(most, Math.abs(sigma / (volatility[i] ?? 0) - 1)), 0)
  const misses = solved.filter((sigma, i) => !(Math.abs(sigma / (volatility[i] ?? 0) - 1) < 1e-4)).length
  const sample = 5000
  let failures = 0
  const textbook = shortest(5, () => {
    failures = 0
    for (let i = 0; i < sample; i++) {
      const years = terms.yearsToExpiry[rows.expirationIndex[i] ?? 0] ?? 0
      const sigma = textbookVolatility(rows.isCall[i] === 1, price[i] ?? 0, 100, rows.strike[i] ?? 0, years)
      if (!(Math.abs(sigma / (volatility[i] ?? 0) - 1) < 1e-4)) failures++
    }
    return failures
  })
  return [
    {
      name: 'European implied volatility, 100,000 random options, one thread',
      value: own / count,
      unit: 'ns per option',
      goal: '≤ 200, aim 100',
      anchor: { name: 'Newton on the textbook price', value: textbook / sample },
    },
    { name: 'its largest relative error', value: worst, unit: 'relative', goal: '≤ 1e-12' },
    {
      name: 'options that it misses by 1e-4 or more',
      value: misses / count,
      unit: 'of all',
      goal: '0',
      anchor: { name: 'Newton on the textbook price', value: failures / sample },
    },
  ]
}

function chainFigures(): Figure[] {
  const { terms, rows, volatility, outRows, outPrice } = chainProblem()
  const solved = new Float64Array(outRows.count)
  const status = new Uint8Array(outRows.count)
  const inherited = new Float64Array(rows.count)
  const out = greekColumns(rows.count)
  const marked = shortest(40, () => {
    invertVolatilities(terms, outRows, outPrice, solved, status)
    for (let k = 0; k < outRows.count; k++) {
      inherited[2 * k] = solved[k] ?? Number.NaN
      inherited[2 * k + 1] = solved[k] ?? Number.NaN
    }
    evaluateGreeks(terms, rows, inherited, out)
    return out.gamma[100] ?? 0
  })
  const textbook = shortest(10, () => {
    let sum = 0
    for (let i = 0; i < rows.count; i++) {
      const years = terms.yearsToExpiry[rows.expirationIndex[i] ?? 0] ?? 0
      sum += textbookGreeks(
        rows.isCall[i] === 1,
        5000,
        rows.strike[i] ?? 0,
        years,
        volatility[i] ?? 0,
        0.04,
        0.013,
      ).delta
    }
    return sum
  })
  const spots = Float64Array.from({ length: 61 }, (_, j) => 5000 * (0.8 + (0.4 * j) / 60))
  const weight = rows.strike.map((_, i) => (i % 2 === 0 ? 120 : -100))
  const levels = new Float64Array(spots.length)
  const profile = shortest(30, () => {
    sumGamma(terms, rows, volatility, weight, spots, levels)
    return levels[30] ?? 0
  })
  const textbookProfile = shortest(2, () => {
    let sum = 0
    for (const spot of [4000, 5000, 6000]) {
      for (let i = 0; i < rows.count; i++) {
        const years = terms.yearsToExpiry[rows.expirationIndex[i] ?? 0] ?? 0
        sum += textbookGreeks(
          rows.isCall[i] === 1,
          spot,
          rows.strike[i] ?? 0,
          years,
          volatility[i] ?? 0,
          0.04,
          0.013,
        ).gamma
      }
    }
    return sum
  })
  return [
    {
      name: 'implied volatility, price and 8 greeks of a 20,000-contract index chain, one volatility per strike',
      value: marked / 1e6,
      unit: 'ms',
      goal: '≤ 3, aim 2',
      anchor: { name: 'textbook price and 5 greeks at known volatility', value: textbook / 1e6 },
    },
    {
      name: 'gamma profile of that chain, 61 levels',
      value: profile / 1e6,
      unit: 'ms',
      goal: '≤ 20, aim 8',
      anchor: { name: 'textbook gamma at every level', value: (textbookProfile / 3) * (61 / 1e6) },
    },
  ]
}

/** Volatilities, greeks and the gamma profile of European options. */
export function europeanPricingFigures(): Figure[] {
  return [...randomFigures(), ...chainFigures()]
}
