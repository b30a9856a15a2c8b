import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { bullets, dollars, millions, percent, points, signed } from './chat-numbers.ts'

/** Runs an operation of the catalogue as the account of the chat user. */
type Ask = (operation: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>

interface ChatCommand {
  readonly name: string
  /** What follows the name. */
  readonly usage: string
  /** For the list of commands. */
  readonly says: string
  /** Whether only the user sees the answer. */
  readonly isPrivate: boolean
  /** Lines of plain text. */
  readonly answer: (words: readonly string[], ask: Ask) => Promise<readonly string[]>
}

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
})
const Volatility = z.object({
  ...served,
  iv30: figure,
  iv90: figure,
  iv_rank: figure,
  rv30: figure,
  state: z.string(),
  points: z.array(z.object({ expiration_date: z.string(), expected_move: figure, expected_move_pct: figure })),
})
const Flow = z.object({
  ...served,
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
const Alerts = z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), enabled: z.boolean() })) })

/** One line for each command; the help and the document of the commands follow. */
export const CHAT_COMMANDS: readonly ChatCommand[] = [
  { name: 'quote', usage: 'SPY', says: 'Price and change', isPrivate: false, answer: quote },
  { name: 'gex', usage: 'SPY', says: 'Dealer gamma exposure and its walls', isPrivate: false, answer: gamma },
  { name: 'levels', usage: 'SPY', says: 'Walls, gamma flip and expected move', isPrivate: false, answer: levels },
  { name: 'flow', usage: 'AMD', says: 'Net premium of option trades', isPrivate: false, answer: flow },
  {
    name: 'iv',
    usage: 'SPY',
    says: 'Implied volatility, rank and expected move',
    isPrivate: false,
    answer: volatility,
  },
  { name: 'earnings', usage: 'AAPL', says: 'The next and the last report', isPrivate: false, answer: earnings },
  { name: 'alert', usage: 'SPY above 600', says: 'Alert on a price; list; delete ID', isPrivate: true, answer: alert },
  { name: 'help', usage: '', says: 'These commands', isPrivate: true, answer: help },
]

async function help(): Promise<string[]> {
  return CHAT_COMMANDS.map(({ name, usage, says }) => `${`/${name} ${usage}`.trim()} — ${says}`)
}

/** A symbol and nothing else; what is a symbol the operation decides. */
function symbolIn(words: readonly string[], command: string): string {
  const [symbol, ...others] = words
  if (symbol === undefined || others.length > 0) {
    throw new AppError('invalid', `Write a symbol after the command: /${command} SPY.`)
  }
  return symbol.toUpperCase()
}

async function quote(words: readonly string[], ask: Ask): Promise<string[]> {
  const symbol = symbolIn(words, 'quote')
  const it = Quote.parse(await ask('stock_quote', { symbol }))
  return [
    `${symbol} ${dollars(it.price)}`,
    ...bullets({
      Change: `${signed(it.change)} (${percent(it.change_pct)})`,
      Range: `${dollars(it.low)} to ${dollars(it.high)}`,
    }),
    ...ending(it),
  ]
}

async function gamma(words: readonly string[], ask: Ask): Promise<string[]> {
  const symbol = symbolIn(words, 'gex')
  const it = Gamma.parse(await ask('gamma_exposure', { symbol }))
  return [
    `${symbol} ${dollars(it.underlying_price)}: net GEX ${millions(it.net_gex)} per 1 % move`,
    ...bullets({
      Regime: it.gamma_regime ?? 'unknown',
      'Gamma flip': dollars(it.gamma_flip),
      'Call wall': dollars(it.call_wall),
      'Put wall': dollars(it.put_wall),
    }),
    ...ending(it),
  ]
}

async function levels(words: readonly string[], ask: Ask): Promise<string[]> {
  const symbol = symbolIn(words, 'levels')
  const it = Gamma.parse(await ask('gamma_exposure', { symbol }))
  const { points: expirations } = Volatility.parse(await ask('iv_term_structure', { symbol }))
  return [
    `${symbol} ${dollars(it.underlying_price)}`,
    ...bullets({
      'Call wall': dollars(it.call_wall),
      'Gamma flip': dollars(it.gamma_flip),
      'Put wall': dollars(it.put_wall),
      ...nextMove(expirations),
    }),
    ...ending(it),
  ]
}

async function flow(words: readonly string[], ask: Ask): Promise<string[]> {
  const symbol = symbolIn(words, 'flow')
  const it = Flow.parse(await ask('net_flow', { symbol }))
  const { totals } = it
  return [
    `${symbol}: net premium ${millions(totals.net_premium)}`,
    ...bullets({
      'Calls bought, sold': `${millions(totals.calls_bought)}, ${millions(totals.calls_sold)}`,
      'Puts bought, sold': `${millions(totals.puts_bought)}, ${millions(totals.puts_sold)}`,
    }),
    ...ending(it),
  ]
}

async function volatility(words: readonly string[], ask: Ask): Promise<string[]> {
  const symbol = symbolIn(words, 'iv')
  const it = Volatility.parse(await ask('iv_term_structure', { symbol }))
  return [
    `${symbol}: IV30 ${points(it.iv30)}, rank ${it.iv_rank === null ? 'unknown' : it.iv_rank.toFixed(0)}`,
    ...bullets({
      IV90: `${points(it.iv90)} (${it.state})`,
      'Realized, 30 days': points(it.rv30),
      ...nextMove(it.points),
    }),
    ...ending(it),
  ]
}

async function earnings(words: readonly string[], ask: Ask): Promise<string[]> {
  const symbol = symbolIn(words, 'earnings')
  const it = Earnings.parse(await ask('earnings', { symbol, limit: 100 }))
  const session = it.as_of.slice(0, 10)
  const next = it.data.find(({ report_date: date }) => date >= session)
  const last = it.data.findLast(({ report_date: date }) => date < session)
  return [
    `${symbol}: ${next ? `reports on ${reportText(next)}` : 'no report is announced'}`,
    ...bullets(last ? { 'Last report': reportText(last) } : {}),
    ...ending(it),
  ]
}

function reportText({ report_date: date, timing }: z.infer<typeof Earnings>['data'][number]): string {
  return timing === null ? date : `${date}, ${timing.replaceAll('_', ' ')}`
}

const ALERT_USAGE = 'Write /alert SPY above 600, /alert SPY below 550, /alert list, or /alert delete ID.'

async function alert(words: readonly string[], ask: Ask): Promise<string[]> {
  const [first = '', second = '', third = '', ...others] = words
  const verb = first.toLowerCase()
  if (verb === 'list' && words.length === 1) {
    const { data } = Alerts.parse(await ask('list_alerts', {}))
    if (data.length === 0) return ['There is no alert.']
    return data.map(({ id, name, enabled }) => `${id} — ${name}${enabled ? '' : ' (off)'}`)
  }
  if (verb === 'delete' && words.length === 2) {
    await ask('delete_alert', { id: second.toLowerCase() })
    return ['The alert is deleted.']
  }
  const direction = second.toLowerCase()
  const isPrice = /^\d{1,7}(\.\d{1,4})?$/.test(third)
  if (others.length > 0 || !isPrice || (direction !== 'above' && direction !== 'below')) {
    throw new AppError('invalid', ALERT_USAGE)
  }
  const symbol = first.toUpperCase()
  const criteria = { symbols: [symbol], level: 'price', value: Number(third), direction }
  await ask('create_alert', { name: `${symbol} ${direction} ${third}`, source: 'market_level', criteria })
  return [`You are notified when ${symbol} is ${direction} ${third}. /alert list shows your alerts.`]
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
