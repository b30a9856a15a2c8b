import { evaluateAmericanGreeks, invertAmericanVolatilities } from '../../src/pricing/american/american-columns.ts'
import { exerciseScheme, FAST_SCHEME } from '../../src/pricing/american/exercise-scheme.ts'
import { exerciseTable } from '../../src/pricing/american/exercise-table.ts'
import { type ContractRows, greekColumns } from '../../src/pricing/contract-columns.ts'
import { americanPrice } from '../oracles/american-price.ts'
import { exerciseTables } from '../oracles/exercise-tables.ts'
import { expirationTerms } from '../oracles/expiration-terms.ts'
import type { Figure } from './figure.ts'
import { repeatable, shortest, treePrice } from './pricing-figures.ts'

const SPOT = 450

interface Contract {
  readonly isCall: boolean
  readonly strike: number
  readonly years: number
  readonly sigma: number
  readonly rate: number
  readonly dividendYield: number
}

/** 7 days to 2 years, 10 to 60 % volatility, around the money. */
function randomContracts(count: number): Contract[] {
  const random = repeatable(11)
  return Array.from({ length: count }, () => ({
    isCall: random() < 0.5,
    years: (7 + 723 * random()) / 365,
    sigma: 0.1 + 0.5 * random(),
    strike: SPOT * (0.75 + 0.5 * random()),
    rate: 0.005 + 0.06 * random(),
    dividendYield: 0.005 + 0.05 * random(),
  }))
}

function singleShotFigures(): Figure[] {
  const contracts = randomContracts(200)
  const price = (scheme: typeof FAST_SCHEME) => (one: Contract) =>
    americanPrice(one.isCall, SPOT, one.strike, one.years, one.sigma, one.rate, one.dividendYield, scheme)
  const exact = contracts.map(price(exerciseScheme(20, 41, 24, 101)))
  const error = (values: readonly number[]) =>
    Math.max(...values.map((value, i) => Math.abs(value - (exact[i] ?? 0)) / (contracts[i]?.strike ?? 1)))
  const time = (each: (one: Contract) => number) =>
    shortest(8, () => contracts.reduce((sum, one) => sum + each(one), 0)) / contracts.length / 1000
  const tree = (one: Contract) =>
    treePrice(one.isCall, SPOT, one.strike, one.years, one.sigma, one.rate, one.dividendYield, 200)
  return [
    {
      name: 'American price, single shot, fast scheme',
      value: time(price(FAST_SCHEME)),
      unit: 'µs per price',
      goal: '≤ 50',
      anchor: { name: 'binomial tree of 200 steps', value: time(tree) },
    },
    {
      name: 'its largest error',
      value: error(contracts.map(price(FAST_SCHEME))),
      unit: 'of the strike',
      goal: '≤ 1e-5',
      anchor: { name: 'binomial tree of 200 steps', value: error(contracts.map(tree)) },
    },
  ]
}

/** 30 expirations, calls and puts at 167 strikes: about the 10,000 contracts of a large exchange-traded fund. */
function chain() {
  const [expirations, strikes] = [30, 167]
  const count = expirations * strikes * 2
  const years = Float64Array.from({ length: expirations }, (_, e) => (2 + 0.8 * e * e) / 365)
  const terms = expirationTerms(
    SPOT,
    years.map((t) => SPOT * Math.exp(0.03 * t)),
    new Float64Array(expirations).fill(0.043),
    years,
  )
  const rows: ContractRows = {
    count,
    expirationIndex: Uint16Array.from({ length: count }, (_, i) => Math.floor(i / (2 * strikes))),
    isCall: Uint8Array.from({ length: count }, (_, i) => 1 - (i % 2)),
    strike: Float64Array.from({ length: count }, (_, i) => {
      const reach = 0.2 * Math.sqrt(years[Math.floor(i / (2 * strikes))] ?? 0)
      return SPOT * Math.exp((-4 + (7 * (Math.floor(i / 2) % strikes)) / strikes) * reach)
    }),
  }
  const volatility = rows.strike.map((strike) => Math.max(0.18 - 0.2 * Math.log(strike / SPOT), 0.09))
  return { terms, rows, volatility }
}

function chainFigures(): Figure[] {
  const { terms, rows, volatility } = chain()
  const tables = exerciseTables(terms)
  const out = greekColumns(rows.count)
  const solved = new Float64Array(rows.count)
  const status = new Uint8Array(rows.count)
  const greeks = shortest(20, () => {
    evaluateAmericanGreeks(terms, tables, rows, volatility, out)
    return out.delta[7] ?? 0
  })
  const price = out.price.slice()
  const inversion = shortest(20, () => {
    invertAmericanVolatilities(terms, tables, rows, price, solved, status)
    return status[0] ?? 0
  })
  const built = (withRho: boolean) =>
    shortest(12, () => exerciseTable(false, 0.3, 0.043, 0.013, withRho)?.premiums[0] ?? Number.NaN) / 1e6
  return [
    {
      name: 'American implied volatility from the table, every contract from its own price',
      value: inversion / rows.count / 1000,
      unit: 'µs per contract',
      goal: '≤ 5, aim 1.5 with greeks',
    },
    { name: 'American price and 8 greeks from the table', value: greeks / rows.count / 1000, unit: 'µs per contract' },
    {
      name: `American volatility, price and greeks of a chain of ${rows.count} contracts`,
      value: (inversion + greeks) / 1e6,
      unit: 'ms',
      goal: '≤ 15',
    },
    { name: 'exercise table of one expiration and right', value: built(false), unit: 'ms', goal: '≤ 6, aim 2' },
    { name: 'the same with slopes for rho', value: built(true), unit: 'ms', goal: '≤ 6' },
  ]
}

/** Single shots, tables and chains of American options. */
export function americanPricingFigures(): Figure[] {
  return [...singleShotFigures(), ...chainFigures()]
}
