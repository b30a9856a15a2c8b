import { evaluateAmericanGreeks, invertAmericanVolatilities } from '../../../src/pricing/american/american-columns.ts'
import type { CashDividend } from '../../../src/pricing/american/cash-dividends.ts'
import { gridTable } from '../../../src/pricing/american/grid-table.ts'
import { type ExpirationTerms, greekColumns } from '../../../src/pricing/contract-columns.ts'
import { IV_STATUSES } from '../../../src/pricing/european/implied-volatility.ts'
import type { DividendContract } from '../../oracles/american-dividend-pde.ts'
import { expirationTerms } from '../../oracles/expiration-terms.ts'

/** A contract and the cash dividends before its expiration. */
interface Escrowed {
  readonly contract: DividendContract
  readonly dividends: readonly CashDividend[]
}

const worth = (dividends: readonly CashDividend[], rate: number) =>
  dividends.reduce((sum, { years, amount }) => sum + amount * Math.exp(-rate * years), 0)

function termsOf({ contract, dividends }: Escrowed): ExpirationTerms {
  const { spot, yearsToExpiry, rate, dividendYield } = contract
  const dividendValue = worth(dividends, rate)
  const net = spot - dividendValue
  const forward = net * Math.exp((rate - dividendYield) * yearsToExpiry)
  const terms = expirationTerms(net, Float64Array.of(forward), Float64Array.of(rate), Float64Array.of(yearsToExpiry))
  return { ...terms, dividendValue }
}

/** Price and greeks of one contract from a table for a range of volatilities and strikes around it. */
export function fromTable({ contract, dividends }: Escrowed) {
  const { isCall, strike, volatility, yearsToExpiry, rate, dividendYield } = contract
  const terms = termsOf({ contract, dividends })
  const table = gridTable(
    { isCall, yearsToExpiry, rate, dividendYield, dividends },
    {
      volatility: { low: 0.6 * volatility, high: 1.7 * volatility },
      strike: { low: 0.9 * strike, high: 1.1 * strike },
    },
  )
  const tables = { calls: [isCall ? table : null], puts: [isCall ? null : table] }
  const rows = {
    count: 1,
    expirationIndex: Uint16Array.of(0),
    isCall: Uint8Array.of(isCall ? 1 : 0),
    strike: Float64Array.of(strike),
  }
  const out = greekColumns(1)
  evaluateAmericanGreeks(terms, tables, rows, Float64Array.of(volatility), out)
  const found = new Float64Array(1)
  const status = new Uint8Array(1)
  invertAmericanVolatilities(terms, tables, rows, out.price, found, status)
  const value = (column: Float64Array) => column[0] ?? Number.NaN
  return {
    price: value(out.price),
    delta: value(out.delta),
    gamma: value(out.gamma),
    vega: value(out.vega),
    rho: value(out.rho),
    volatility: value(found),
    status: IV_STATUSES[status[0] ?? 0],
  }
}

/** A row of `c_american_discrete_dividends.json` as a contract. */
export function caseOf(row: DividendCase) {
  const contract: DividendContract = {
    isCall: row.type === 'call',
    spot: row.S,
    strike: row.K,
    yearsToExpiry: row.T,
    volatility: row.sigma,
    rate: row.r,
    dividendYield: 0,
  }
  return { contract, dividends: row.dividendDays.map((days) => ({ years: days / 365, amount: row.dividendAmount })) }
}

export interface DividendCase {
  readonly i: number
  readonly type: 'call' | 'put'
  readonly S: number
  readonly K: number
  readonly T: number
  readonly r: number
  readonly sigma: number
  readonly dividendDays: readonly number[]
  readonly dividendAmount: number
  readonly escrowedModel: { readonly price: number; readonly delta: number; readonly gamma: number }
}
