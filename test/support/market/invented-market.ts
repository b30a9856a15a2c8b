/** Contracts, prices and days that the vendor servers of the tests tell in their own shapes. */
import { tradingDaysBetween } from '../../../src/market/domain/calendar/trading-calendar.ts'

export interface InventedOption {
  /** OCC without padding. */
  readonly option: string
  readonly root: string
  readonly expirationDate: string
  readonly type: 'call' | 'put'
  readonly strike: number
  readonly bid: number
  readonly ask: number
  readonly last: number
  readonly iv: number
  readonly openInterest: number
  readonly volume: number
}

export interface InventedStock {
  readonly symbol: string
  readonly name: string
  readonly price: number
  readonly roots: readonly string[]
}

export const INVENTED: readonly InventedStock[] = [
  { symbol: 'ZZZ', name: 'Invented Company', price: 101.37, roots: ['ZZZ', 'ZZZ1'] },
  { symbol: 'BRK.B', name: 'Class B Holdings', price: 498.2, roots: ['BRKB'] },
  { symbol: 'SPX', name: 'Large Index', price: 6012.5, roots: ['SPX', 'SPXW'] },
]

export const EXPIRATIONS = ['2026-11-27', '2026-12-18', '2027-03-19'] as const

/** Three expirations, five strikes, calls and puts of each root; the far wings have no volatility. */
export function inventedOptions(stock: InventedStock, price = stock.price): InventedOption[] {
  const step = Math.max(1, Math.round(price / 20))
  const centre = Math.round(price / step) * step
  const options: InventedOption[] = []
  for (const root of stock.roots) {
    for (const expirationDate of EXPIRATIONS) {
      for (let place = -2; place <= 2; place++) {
        for (const type of ['call', 'put'] as const) {
          options.push(inventedOption({ root, expirationDate, type, strike: centre + place * step, price, place }))
        }
      }
    }
  }
  return options
}

function inventedOption({
  root,
  expirationDate,
  type,
  strike,
  price,
  place,
}: Pick<InventedOption, 'root' | 'expirationDate' | 'type' | 'strike'> & { price: number; place: number }) {
  const years = (Date.parse(expirationDate) - Date.parse('2026-11-20')) / (365 * 86_400_000)
  const inside = Math.max(0, type === 'call' ? price - strike : strike - price)
  const time = 0.4 * price * 0.24 * Math.sqrt(years) * Math.exp(-(place * place) / 8)
  const middle = Math.round((inside + time) * 100) / 100
  const spread = Math.max(0.02, Math.round(middle * 2) / 100)
  const round = (value: number) => Math.round(value * 100) / 100
  const tail = String(strike * 1000).padStart(8, '0')
  const option = `${root}${expirationDate.slice(2).replaceAll('-', '')}${type === 'call' ? 'C' : 'P'}${tail}`
  return {
    option,
    root,
    expirationDate,
    type,
    strike,
    bid: Math.max(0, round(middle - spread)),
    ask: round(middle + spread),
    last: round(middle),
    iv: place === -2 && type === 'call' ? 0 : 0.24 + 0.01 * Math.abs(place),
    openInterest: 100 * (3 - Math.abs(place)),
    volume: 10 * (3 - Math.abs(place)),
  }
}

export interface InventedDay {
  readonly date: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** Every trading day of a range; the price wanders by the day of the month. */
export function inventedDays(stock: InventedStock, from: string, to: string): InventedDay[] {
  return tradingDaysBetween(from, to).map((date) => {
    const close = Math.round(stock.price * (0.9 + Number(date.slice(8)) / 200) * 100) / 100
    return { date, open: close - 0.5, high: close + 1, low: close - 1.25, close, volume: 1000 + Number(date.slice(8)) }
  })
}
