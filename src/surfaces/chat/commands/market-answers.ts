import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { flowPicture, gexPicture, ivPicture, levelsPicture } from '../pictures/market-pictures.ts'
import { bullets, dollars, millions, percent, points, signed } from './chat-numbers.ts'
import type { Ask, CommandAnswer } from './command.ts'

const figure = z.number().nullable()
const served = { as_of: z.string(), warnings: z.array(z.string()) }

const Quote = z.object({ ...served, price: figure, change: figure, change_pct: figure, low: figure, high: figure })
const Gamma = z.object({
  ...served,
  underlying_price: figure,
  net_gex: figure,
  gamma_flip: figure,
  gamma_regime: z.string().nullable(),
  call_wall: figure,
  put_wall: figure,
  data: z.array(z.object({ strike: figure, net_gex: z.number() })),
  profile: z.array(z.object({ underlying_price: z.number(), net_gex: z.number() })),
})
const Volatility = z.object({
  ...served,
  iv30: figure,
  iv90: figure,
  iv_rank: figure,
  rv30: figure,
  state: z.string(),
  points: z.array(
    z.object({
      expiration_date: z.string(),
      dte: z.number(),
      atm_iv: figure,
      expected_move: figure,
      expected_move_pct: figure,
    }),
  ),
})
const Flow = z.object({
  ...served,
  data: z.array(z.object({ time: z.string(), net_call_premium: z.number(), net_put_premium: z.number() })),
  totals: z.object({
    net_premium: z.number(),
    calls_bought: z.number(),
    calls_sold: z.number(),
    puts_bought: z.number(),
    puts_sold: z.number(),
  }),
})
const Earnings = z.object({
  ...served,
  data: z.array(z.object({ report_date: z.string(), timing: z.string().nullable() })),
})
/** A symbol and nothing else; what is a symbol the operation decides. */
function symbolIn(words: readonly string[], command: string): string {
  const [symbol, ...others] = words
  if (symbol === undefined || others.length > 0) {
    throw new AppError('invalid', `Write a symbol after the command: /${command} SPY.`)
  }
  return symbol.toUpperCase()
}

export async function quote(words: readonly string[], ask: Ask): Promise<CommandAnswer> {
  const symbol = symbolIn(words, 'quote')
  const it = Quote.parse(await ask('stock_quote', { symbol }))
  const lines = [
    `${symbol} ${dollars(it.price)}`,
    ...bullets({
      Change: `${signed(it.change)} (${percent(it.change_pct)})`,
      Range: `${dollars(it.low)} to ${dollars(it.high)}`,
    }),
    ...ending(it),
  ]
  return { lines }
}

export async function gamma(words: readonly string[], ask: Ask): Promise<CommandAnswer> {
  const symbol = symbolIn(words, 'gex')
  const it = Gamma.parse(await ask('gamma_exposure', { symbol }))
  const lines = [
    `${symbol} ${dollars(it.underlying_price)}: net GEX ${millions(it.net_gex)} per 1 % move`,
    ...bullets({
      Regime: it.gamma_regime ?? 'unknown',
      'Gamma flip': dollars(it.gamma_flip),
      'Call wall': dollars(it.call_wall),
      'Put wall': dollars(it.put_wall),
    }),
    ...ending(it),
  ]
  return { lines, picture: gexPicture(symbol, it) }
}

export async function levels(words: readonly string[], ask: Ask): Promise<CommandAnswer> {
  const symbol = symbolIn(words, 'levels')
  const it = Gamma.parse(await ask('gamma_exposure', { symbol }))
  const { points: expirations } = Volatility.parse(await ask('iv_term_structure', { symbol }))
  const lines = [
    `${symbol} ${dollars(it.underlying_price)}`,
    ...bullets({
      'Call wall': dollars(it.call_wall),
      'Gamma flip': dollars(it.gamma_flip),
      'Put wall': dollars(it.put_wall),
      ...nextMove(expirations),
    }),
    ...ending(it),
  ]
  return { lines, picture: levelsPicture(symbol, it, expirations[0]) }
}

export async function flow(words: readonly string[], ask: Ask): Promise<CommandAnswer> {
  const symbol = symbolIn(words, 'flow')
  const it = Flow.parse(await ask('net_flow', { symbol }))
  const { totals } = it
  const lines = [
    `${symbol}: net premium ${millions(totals.net_premium)}`,
    ...bullets({
      'Calls bought, sold': `${millions(totals.calls_bought)}, ${millions(totals.calls_sold)}`,
      'Puts bought, sold': `${millions(totals.puts_bought)}, ${millions(totals.puts_sold)}`,
    }),
    ...ending(it),
  ]
  return { lines, picture: flowPicture(symbol, it.data) }
}

export async function volatility(words: readonly string[], ask: Ask): Promise<CommandAnswer> {
  const symbol = symbolIn(words, 'iv')
  const it = Volatility.parse(await ask('iv_term_structure', { symbol }))
  const lines = [
    `${symbol}: IV30 ${points(it.iv30)}, rank ${it.iv_rank === null ? 'unknown' : it.iv_rank.toFixed(0)}`,
    ...bullets({
      IV90: `${points(it.iv90)} (${it.state})`,
      'Realized, 30 days': points(it.rv30),
      ...nextMove(it.points),
    }),
    ...ending(it),
  ]
  return { lines, picture: ivPicture(symbol, it.points) }
}

export async function earnings(words: readonly string[], ask: Ask): Promise<CommandAnswer> {
  const symbol = symbolIn(words, 'earnings')
  const it = Earnings.parse(await ask('earnings', { symbol, limit: 100 }))
  const session = it.as_of.slice(0, 10)
  const next = it.data.find(({ report_date: date }) => date >= session)
  const last = it.data.findLast(({ report_date: date }) => date < session)
  const lines = [
    `${symbol}: ${next ? `reports on ${reportText(next)}` : 'no report is announced'}`,
    ...bullets(last ? { 'Last report': reportText(last) } : {}),
    ...ending(it),
  ]
  return { lines }
}

function reportText({ report_date: date, timing }: z.infer<typeof Earnings>['data'][number]): string {
  return timing === null ? date : `${date}, ${timing.replaceAll('_', ' ')}`
}

function nextMove([next]: z.infer<typeof Volatility>['points']): Record<string, string> {
  if (!next) return {}
  const { expiration_date: date, expected_move: move, expected_move_pct: pct } = next
  return { [`Expected move to ${date}`]: `± ${dollars(move)} (${pct === null ? 'unknown' : `${pct.toFixed(2)} %`})` }
}

/** Of when the figures are, and the first thing to know of them. */
function ending({ as_of: asOf, warnings: [warning] }: { as_of: string; warnings: readonly string[] }): string[] {
  const at = `As of ${asOf.slice(0, 16).replace('T', ' ')} UTC.`
  return [warning === undefined ? at : `${at} ${warning}`]
}
