/**
 * The symbols that the simulated market knows by name: rough levels of price, beta, volatility, yield and activity, so
 * that its numbers look familiar. They are round figures for a simulation, not data. Any other ticker gets a profile
 * from a hash of its name.
 */
import { mix, mixText, uniform } from '../../../lib/math/seeded-random.ts'
import type { Profile } from './profile.ts'

type StockRow = readonly [
  symbol: string,
  name: string,
  sector: string,
  price: number,
  beta: number,
  volatility: number,
  dividendYield: number,
  /** Thousands of option contracts a day: it decides the listing class, the spreads and the open interest. */
  optionVolume: number,
]

const STOCKS: readonly StockRow[] = [
  ['AAPL', 'Apple', 'Information Technology', 270, 1.15, 0.27, 0.004, 900],
  ['ABBV', 'AbbVie', 'Health Care', 228, 0.6, 0.24, 0.029, 40],
  ['ADBE', 'Adobe', 'Information Technology', 350, 1.2, 0.33, 0, 60],
  ['AMD', 'Advanced Micro Devices', 'Information Technology', 214, 1.7, 0.5, 0, 600],
  ['AMZN', 'Amazon', 'Consumer Discretionary', 230, 1.25, 0.31, 0, 600],
  ['AVGO', 'Broadcom', 'Information Technology', 345, 1.4, 0.42, 0.008, 200],
  ['BA', 'Boeing', 'Industrials', 217, 1.2, 0.35, 0, 90],
  ['BAC', 'Bank of America', 'Financials', 55, 1.1, 0.26, 0.02, 150],
  ['BRK.B', 'Berkshire Hathaway B', 'Financials', 500, 0.7, 0.17, 0, 30],
  ['CAT', 'Caterpillar', 'Industrials', 573, 1.1, 0.3, 0.011, 35],
  ['COIN', 'Coinbase', 'Financials', 226, 2.2, 0.7, 0, 180],
  ['COST', 'Costco', 'Consumer Staples', 860, 0.8, 0.22, 0.006, 45],
  ['CRM', 'Salesforce', 'Information Technology', 265, 1.2, 0.34, 0.006, 60],
  ['CVX', 'Chevron', 'Energy', 152, 0.6, 0.23, 0.045, 50],
  ['DIS', 'Walt Disney', 'Communication Services', 114, 1.1, 0.28, 0.009, 60],
  ['F', 'Ford Motor', 'Consumer Discretionary', 13.2, 1.1, 0.33, 0.045, 110],
  ['GE', 'GE Aerospace', 'Industrials', 308, 1.2, 0.3, 0.005, 20],
  ['GOOGL', 'Alphabet A', 'Communication Services', 313, 1.1, 0.3, 0.003, 350],
  ['GS', 'Goldman Sachs', 'Financials', 880, 1.2, 0.28, 0.018, 25],
  ['HD', 'Home Depot', 'Consumer Discretionary', 345, 0.95, 0.24, 0.027, 25],
  ['INTC', 'Intel', 'Information Technology', 37, 1.2, 0.5, 0, 350],
  ['JNJ', 'Johnson & Johnson', 'Health Care', 207, 0.4, 0.18, 0.025, 25],
  ['JPM', 'JPMorgan Chase', 'Financials', 320, 1.05, 0.24, 0.019, 70],
  ['KO', 'Coca-Cola', 'Consumer Staples', 70, 0.4, 0.16, 0.029, 35],
  ['LLY', 'Eli Lilly', 'Health Care', 1070, 0.7, 0.36, 0.006, 45],
  ['MA', 'Mastercard', 'Financials', 570, 0.95, 0.22, 0.006, 12],
  ['MCD', "McDonald's", 'Consumer Discretionary', 305, 0.5, 0.18, 0.024, 20],
  ['META', 'Meta Platforms', 'Communication Services', 660, 1.25, 0.34, 0.003, 300],
  ['MSFT', 'Microsoft', 'Information Technology', 485, 1, 0.24, 0.007, 300],
  ['MU', 'Micron Technology', 'Information Technology', 285, 1.6, 0.52, 0.002, 160],
  ['NFLX', 'Netflix', 'Communication Services', 94, 1.1, 0.34, 0, 150],
  ['NKE', 'Nike', 'Consumer Discretionary', 64, 1.1, 0.34, 0.025, 50],
  ['NVDA', 'NVIDIA', 'Information Technology', 187, 1.7, 0.42, 0, 2500],
  ['ORCL', 'Oracle', 'Information Technology', 195, 1.3, 0.42, 0.01, 150],
  ['PFE', 'Pfizer', 'Health Care', 25, 0.5, 0.25, 0.068, 90],
  ['PG', 'Procter & Gamble', 'Consumer Staples', 143, 0.4, 0.17, 0.029, 18],
  ['PLTR', 'Palantir', 'Information Technology', 178, 2, 0.6, 0, 700],
  ['QCOM', 'Qualcomm', 'Information Technology', 171, 1.3, 0.36, 0.021, 45],
  ['SOFI', 'SoFi Technologies', 'Financials', 26, 1.9, 0.6, 0, 200],
  ['T', 'AT&T', 'Communication Services', 25, 0.5, 0.22, 0.045, 35],
  ['TSLA', 'Tesla', 'Consumer Discretionary', 450, 2, 0.55, 0, 2200],
  ['UNH', 'UnitedHealth Group', 'Health Care', 330, 0.5, 0.34, 0.027, 70],
  ['V', 'Visa', 'Financials', 350, 0.9, 0.21, 0.008, 30],
  ['WMT', 'Walmart', 'Consumer Staples', 112, 0.6, 0.22, 0.008, 60],
  ['XOM', 'Exxon Mobil', 'Energy', 120, 0.6, 0.24, 0.034, 70],
]

const SPY = fund({ symbol: 'SPY', name: 'SPDR S&P 500 ETF', price: 685, volatility: 0.146, optionVolume: 9000 })

const QQQ = fund({
  symbol: 'QQQ',
  name: 'Invesco QQQ',
  price: 615,
  beta: 1.2,
  factorSector: 'Information Technology',
  volatility: 0.19,
  dividendYield: 0.005,
  optionVolume: 5000,
})

const IWM = fund({
  symbol: 'IWM',
  name: 'iShares Russell 2000 ETF',
  price: 250,
  beta: 1.15,
  volatility: 0.192,
  optionVolume: 1200,
})

const FUNDS: readonly Profile[] = [
  SPY,
  QQQ,
  IWM,
  fund({ symbol: 'DIA', name: 'SPDR Dow Jones ETF', price: 480, beta: 0.88, volatility: 0.136, optionVolume: 45 }),
  fund({ symbol: 'GLD', name: 'SPDR Gold Shares', price: 396, beta: 0.1, volatility: 0.18, optionVolume: 250 }),
  fund({
    symbol: 'TLT',
    name: 'iShares 20+ Year Treasury ETF',
    price: 87,
    beta: -0.1,
    volatility: 0.14,
    optionVolume: 250,
  }),
  index(SPY, { symbol: 'SPX', name: 'S&P 500', price: 6850, pmRoot: 'SPXW', optionVolume: 3_500_000 }),
  index(QQQ, { symbol: 'NDX', name: 'Nasdaq 100', price: 25_300, pmRoot: 'NDXP', optionVolume: 80_000 }),
  index(IWM, { symbol: 'RUT', name: 'Russell 2000', price: 2500, pmRoot: 'RUTW', optionVolume: 90_000 }),
]

const KNOWN: ReadonlyMap<string, Profile> = new Map(
  [...FUNDS, ...STOCKS.map(stock)].map((profile) => [profile.symbol, profile]),
)

/** Sorted. */
export const UNIVERSE: readonly string[] = [...KNOWN.keys()].sort()

export function profileOf(symbol: string): Profile {
  return KNOWN.get(symbol) ?? unknownStock(symbol)
}

function stock([symbol, name, sector, price, beta, volatility, dividendYield, optionVolume]: StockRow): Profile {
  return {
    symbol,
    name,
    sector,
    kind: 'stock',
    stream: symbol,
    amRoot: null,
    pmRoot: rootOf(symbol),
    price,
    beta,
    factorSector: sector,
    sectorLoading: 1,
    volatility,
    dividendYield,
    listing: optionVolume >= 25 ? 'weekly' : 'monthly',
    ticks: optionVolume >= 40 ? 'penny_pilot' : 'standard',
    optionVolume: optionVolume * 1000,
    shareVolume: (optionVolume * 60_000) / Math.sqrt(price / 100) + 2e6,
    rho: volatility > 0.45 ? -0.15 : -0.35,
    eta: 0.85,
    earningsMove: 0.14 * volatility + 0.005,
  }
}

interface FundRow {
  readonly symbol: string
  readonly name: string
  readonly price: number
  readonly volatility: number
  /** Thousands of contracts a day. */
  readonly optionVolume: number
  readonly beta?: number
  readonly factorSector?: string
  readonly dividendYield?: number
}

function fund({ symbol, name, price, volatility, optionVolume, ...rest }: FundRow): Profile {
  const beta = rest.beta ?? 1
  return {
    symbol,
    name,
    sector: 'Exchange-traded fund',
    kind: 'fund',
    stream: symbol,
    amRoot: null,
    pmRoot: symbol,
    price,
    beta,
    factorSector: rest.factorSector ?? null,
    sectorLoading: rest.factorSector ? 0.55 : 0,
    volatility,
    dividendYield: rest.dividendYield ?? 0.012,
    listing: optionVolume >= 1000 ? 'daily' : 'weekly',
    ticks: optionVolume >= 1000 ? 'penny' : 'penny_pilot',
    optionVolume: optionVolume * 1000,
    shareVolume: optionVolume * 8000 + 2e6,
    rho: beta > 0.5 ? -0.68 : -0.1,
    eta: 1,
    earningsMove: 0,
  }
}

/** An index moves exactly as the fund that tracks it: the same factors and the same noise of its own. */
function index(tracker: Profile, row: Pick<Profile, 'symbol' | 'name' | 'price' | 'pmRoot' | 'optionVolume'>): Profile {
  const sector = 'Index'
  return {
    ...tracker,
    ...row,
    sector,
    kind: 'index',
    amRoot: row.symbol,
    listing: 'index',
    ticks: 'standard',
    shareVolume: Number.NaN,
  }
}

/** The root has at most six characters and no dot: BRKB of BRK.B. */
function rootOf(symbol: string): string {
  return symbol.replaceAll('.', '').slice(0, 6)
}

function unknownStock(symbol: string): Profile {
  const stream = mixText(0, symbol)
  const draw = (key: number) => uniform(mix(stream, key))
  const sectors = [...new Set(STOCKS.map((row) => row[2]))]
  const sector = sectors[Math.floor(draw(0) * sectors.length)] ?? 'Industrials'
  const price = Math.round(100 * 12 * 30 ** draw(1)) / 100
  const volatility = Math.round(100 * (0.2 + 0.35 * draw(2) ** 2)) / 100
  const beta = Math.round(100 * (0.4 + 2 * volatility + 0.4 * draw(3))) / 100
  const dividendYield = draw(4) < 0.5 ? 0 : 0.02
  const optionVolume = Math.round(3 + 40 * draw(5) ** 3)
  return {
    ...stock([symbol, symbol, sector, price, beta, volatility, dividendYield, optionVolume]),
    name: null,
    sector: null,
  }
}
