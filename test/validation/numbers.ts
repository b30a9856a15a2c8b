import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { valuedChain } from '../../src/analytics/domain/valuation/chain-valuation.ts'
import { ChainBuilder } from '../../src/market/domain/options/chain-builder.ts'
import { evaluateAmericanGreeks } from '../../src/pricing/american/american-columns.ts'
import { exerciseTable } from '../../src/pricing/american/exercise-table.ts'
import { greekColumns } from '../../src/pricing/contract-columns.ts'
import { blackPrice } from '../../src/pricing/european/black.ts'
import { impliedVolatility } from '../../src/pricing/european/implied-volatility.ts'
import { expirationTerms } from '../oracles/expiration-terms.ts'
import { gammaExposureOf, optionMetricsOf } from '../support/analytics/chain-answers.ts'
import { impliedAtMoney } from '../support/analytics/implied-at-money.ts'
import { caseOf, type DividendCase, fromTable } from '../support/market/dividend-vectors.ts'
import { expectedChain, expectedChainNames } from '../support/market/expected-chains.ts'
import { realChain, realChainNames } from '../support/market/real-chains.ts'
import { sharedDataExists } from '../support/market/shared-data.ts'
import { readVectors } from '../support/market/vectors.ts'
import { chainOfFile } from '../support/source-files.ts'
import { rangeLines } from './figure-ranges.ts'
import type { Line } from './line.ts'
import { replicatedVix } from './vix-replication.ts'

/** `npm run validate -- numbers`: compares with every reference of the shared data and writes `docs/accuracy.md`. */

interface Contract {
  readonly type: 'call' | 'put'
  readonly S: number
  readonly K: number
  readonly T: number
  readonly r: number
  readonly q: number
  readonly sigma: number
  readonly price: number
}

export function writeAccuracy(): void {
  if (!sharedDataExists) throw new Error('No reference data: set OPTIONWIRE_SHARED to their folder.')
  const lines = [...kernelLines(), vixLine(), ...chainLines(), ...rangeLines()]
  const rows = lines.map(({ what, reference, unit, errors }) => {
    const sorted = errors.filter((error) => !Number.isNaN(error)).sort((a, b) => a - b)
    const figure = (value: number | undefined) => (value ?? Number.NaN).toPrecision(2)
    return `| ${what} | ${reference} | ${sorted.length} | ${figure(sorted[sorted.length >> 1])} | ${figure(sorted.at(-1))} | ${unit} |`
  })
  const text = `# Accuracy

Errors against independent references: exact values from arithmetic of 113 bits, published examples, and ${realChainNames.length} stored chains with real quotes. \`npm run validate -- numbers\` writes this page. The reference data are not part of the project; [test/README.md](../test/README.md) says where tests look for them.

| figure | reference | cases | median error | worst error | unit |
| --- | --- | ---: | ---: | ---: | --- |
${rows.join('\n')}

\`atm_iv\` is compared with the two out-of-the-money mids around the forward, whose own noise is part of the error.

The lines of ranges compare each figure with its own \`low\` to \`high\` after one to three quotes at the money were made wrong by a quarter, in five ways: those of every expiration for \`atm_iv\`, of one expiration for the others. Where fewer than eight strikes are quoted on both sides within one standard deviation, a wrong quote cannot be recognised, and the range of \`atm_iv\` is wider by 30 % of it on each side; with eight or nine, it is twice what the quotes give.
`
  writeFileSync(join(import.meta.dirname, '../../docs/accuracy.md'), text)
  console.log(rows.join('\n'))
}

function kernelLines(): Line[] {
  const european = readVectors<{ cases: (Contract & { exact: { price: number } })[] }>('a_european.json').cases
  const recovery = readVectors<{ cases: (Contract & { ivExact: number | null; attainableAbsError: number })[] }>(
    'd_iv_recovery.json',
  ).cases
  const american = readVectors<{ cases: Contract[] }>('b_american.json').cases
  const forwardOf = ({ S, r, q, T }: Contract) => S * Math.exp((r - q) * T)
  return [
    {
      what: 'European price',
      reference: 'exact values',
      unit: 'share of the strike',
      errors: european.map((row) => {
        const price = blackPrice(row.type === 'call', forwardOf(row), row.K, row.T, row.sigma, Math.exp(-row.r * row.T))
        return Math.abs(price - row.exact.price) / row.K
      }),
    },
    {
      what: 'European implied volatility',
      reference: 'exact values',
      unit: 'volatility, beyond a hundred roundings of the price',
      errors: recovery.flatMap((row) => {
        if (row.ivExact === null) return []
        const discount = Math.exp(-row.r * row.T)
        const received = impliedVolatility(row.type === 'call', row.price, forwardOf(row), row.K, row.T, discount)
        return [Math.max(Math.abs(received - row.ivExact) - 100 * row.attainableAbsError, 0)]
      }),
    },
    {
      what: 'American price',
      reference: 'exact values',
      unit: 'share of the strike',
      errors: american.map((row) => Math.abs(tablePrice(row, forwardOf(row)) - row.price) / row.K),
    },
    ...dividendLines(),
  ]
}

function dividendLines(): Line[] {
  const { cases } = readVectors<{ cases: readonly DividendCase[] }>('c_american_discrete_dividends.json')
  const found = cases.map((row) => ({ row, ...fromTable(caseOf(row)) }))
  const reference = 'finite differences, 1200 × 1800'
  return [
    {
      what: 'American price with cash dividends',
      reference,
      unit: 'share of the spot',
      errors: found.map(({ row, price }) => Math.abs(price - row.escrowedModel.price) / row.S),
    },
    {
      what: 'its delta',
      reference,
      unit: 'per share',
      errors: found.map(({ row, delta }) => Math.abs(delta - row.escrowedModel.delta)),
    },
  ]
}

/** From the exercise table of the contract's own terms, as chains are priced. */
function tablePrice({ type, S, K, T, r, q, sigma }: Contract, forward: number): number {
  const isCall = type === 'call'
  const terms = expirationTerms(S, Float64Array.of(forward), Float64Array.of(r), Float64Array.of(T))
  const rows = {
    count: 1,
    expirationIndex: Uint16Array.of(0),
    isCall: Uint8Array.of(isCall ? 1 : 0),
    strike: Float64Array.of(K),
  }
  const table = [exerciseTable(isCall, T, r, q, false)]
  const out = greekColumns(1)
  evaluateAmericanGreeks(terms, { calls: table, puts: table }, rows, Float64Array.of(sigma), out)
  return out.price[0] ?? Number.NaN
}

interface WhitePaperQuote {
  readonly exp: string
  readonly K: number
  readonly callBid: number
  readonly callAsk: number
  readonly putBid: number
  readonly putAsk: number
}

/** Continuous, per year, of both expirations of the example. The quotes themselves imply 3 %. */
const BILL_RATE = 0.0038

/** The worked example of the white paper of 2009, on forwards that this service finds in its quotes. */
function vixLine(): Line {
  const { quotes } = readVectors<{ quotes: WhitePaperQuote[] }>('e_vix_whitepaper_2009.json')
  const builder = new ChainBuilder()
  for (const { exp, K: strike, callBid, callAsk, putBid, putAsk } of quotes) {
    const expirationDate = `${exp.slice(0, 4)}-${exp.slice(4, 6)}-${exp.slice(6)}`
    const contract = { root: 'SPX', expirationDate, strike }
    builder.add({ ...contract, optionType: 'call', bid: callBid, ask: callAsk })
    builder.add({ ...contract, optionType: 'put', bid: putBid, ask: putAsk })
  }
  // Nine days before the settlement of the nearer expiration, as in the example.
  const asOfMs = Date.parse('2008-12-31T14:30:00Z')
  const vix = replicatedVix(
    valuedChain(builder.build({ symbol: 'SPX', asOfMs, underlyingPrice: Number.NaN })),
    BILL_RATE,
  )
  return {
    what: 'VIX replicated from a chain',
    reference: 'Cboe, VIX white paper, 2009: 61.22',
    unit: 'index points',
    errors: [Math.abs(vix - 61.22)],
  }
}

function chainLines(): Line[] {
  const atMoney: number[] = []
  const outside: number[] = []
  for (const name of realChainNames) {
    const chain = realChain(name)
    const valued = valuedChain(chain)
    for (const [index, { atmIv, dte, expired }] of valued.expirations.entries()) {
      if (!expired && dte >= 1) atMoney.push(Math.abs(atmIv - impliedAtMoney(valued, index).volatility))
    }
    const { bid, ask, count } = chain.contracts
    for (let row = 0; row < count; row++) {
      const price = valued.theoreticalPrice[row]!
      if (valued.counted[row] === 1 && ask[row]! > 0 && ask[row]! >= bid[row]!) {
        outside.push(Math.max(bid[row]! - price, price - ask[row]!, 0))
      }
    }
  }
  return [
    { what: '`atm_iv`', reference: 'quotes at the money', unit: 'volatility', errors: atMoney },
    { what: '`theoretical_price` outside bid and ask', reference: 'quotes', unit: 'USD per share', errors: outside },
    ...bandLines(),
  ]
}

/** Distance from the band of four sound conventions, computed independently. */
function bandLines(): Line[] {
  const netGex: number[] = []
  const flip: number[] = []
  const iv30: number[] = []
  for (const name of expectedChainNames) {
    const expected = expectedChain(name)
    const { band } = expected.model
    const chain = chainOfFile(expected.file)
    const { answer } = gammaExposureOf(chain)
    const { answer: metrics } = optionMetricsOf(chain, { iv30Before: [] })
    const gross = (answer.call_gex ?? Number.NaN) - (answer.put_gex ?? Number.NaN)
    netGex.push((100 * beyond(answer.net_gex, band['net_gex'])) / gross)
    flip.push((100 * beyond(answer.gamma_flip, band['gamma_flip'])) / expected.file.underlyingPrice)
    iv30.push(beyond(metrics.iv30, band['iv30']))
  }
  const reference = 'band of four conventions'
  return [
    { what: '`net_gex` outside the band', reference, unit: '% of gross GEX', errors: netGex },
    { what: '`gamma_flip` outside the band', reference, unit: '% of the spot', errors: flip },
    { what: '`iv30` outside the band', reference, unit: 'volatility', errors: iv30 },
  ]
}

function beyond(value: number | null, band: readonly [number, number] | null | undefined): number {
  if (value === null || !band) return Number.NaN
  return Math.max(band[0] - value, value - band[1], 0)
}
