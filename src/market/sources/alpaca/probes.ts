/** What `optionwire doctor` asks Alpaca: each endpoint of the adapter once. https://docs.alpaca.markets/reference */
import type { Probe } from '../../../lib/probe.ts'
import { dataRefusal, hostOf, tradingRefusal } from './account.ts'
import { type Feeds, OPEN_SIP_MS } from './feeds.ts'
import { type AlpacaAccess, accessOf } from './rest/rest.ts'

export interface AlpacaProbing {
  readonly access: AlpacaAccess
  readonly feeds: Feeds
  /** One that has options, for example the first of MARKET_SYMBOLS. */
  readonly symbol: string
  readonly nowMs: number
}

const DAY_MS = 86_400_000
const INDEX = 'SPX'

export function alpacaProbes({ access, feeds, symbol, nowMs }: AlpacaProbing): Probe[] {
  const { keyId, secret } = access
  const { dataUrl, tradingUrl, account } = accessOf(access)
  const headers = { 'apca-api-key-id': keyId, 'apca-api-secret-key': secret }
  const data = (name: string, path: string, rest: Asked): Probe => ({
    name,
    url: `${dataUrl}${path}`,
    headers,
    fix: (status) => fixOf(status, (fault) => dataRefusal(hostOf(dataUrl), fault, keyId)),
    isEssential: false,
    ...rest,
  })
  const trading = (name: string, path: string, rest: Asked): Probe => ({
    ...data(name, path, rest),
    url: `${tradingUrl}${path}`,
    fix: (status) => fixOf(status, () => tradingRefusal(hostOf(tradingUrl), account, keyId)),
  })
  const at = (agoMs: number) => new Date(nowMs - agoMs).toISOString()
  const date = (agoMs: number) => at(agoMs).slice(0, 10)
  const sip = feeds.stocks === 'sip' ? 0 : OPEN_SIP_MS
  return [
    trading('contracts', `/v2/options/contracts?underlying_symbols=${symbol}&limit=1`, {
      lacks: 'Chains have no open interest and no multipliers.',
      isEssential: true,
      facts: countOf('option_contracts', 'contracts'),
    }),
    trading('calendar', `/v2/calendar?start=${date(7 * DAY_MS)}&end=${date(0)}`, {
      lacks: 'Holidays and early closes come from the built-in calendar alone.',
    }),
    data(`option chain, feed ${feeds.options}`, `/v1beta1/options/snapshots/${symbol}?feed=${feeds.options}&limit=10`, {
      lacks: 'No chains, so no exposures, volatilities and levels of today.',
      isEssential: true,
      facts: countOf('snapshots', 'contracts'),
    }),
    data(
      'option trades',
      `/v1beta1/options/trades?symbols=${contractOf(symbol, nowMs)}&start=${date(4 * DAY_MS)}&limit=1`,
      {
        lacks: 'The tape has no trades of the session before the service was started.',
      },
    ),
    data(`stock quote, feed ${feeds.stocks}`, `/v2/stocks/${symbol}/snapshot?feed=${feeds.stocks}`, {
      lacks: 'Prices of stocks come from the chain alone.',
      isEssential: true,
    }),
    data(
      'daily bars',
      `/v2/stocks/${symbol}/bars?timeframe=1Day&feed=sip&start=${date(10 * DAY_MS)}&end=${at(sip)}&limit=1`,
      {
        lacks: 'No price history, realized volatility and trends.',
      },
    ),
    data(
      'stock trades, feed sip',
      `/v2/stocks/${symbol}/trades?feed=sip&start=${date(4 * DAY_MS)}&end=${at(sip)}&limit=1`,
      {
        lacks: 'No off-exchange levels and shares.',
      },
    ),
    data('corporate actions', `/v1/corporate-actions?symbols=${symbol}&limit=1`, {
      lacks: 'Splits and dividends are unknown: no dividends in prices, and the history is not adjusted.',
    }),
    data('news', `/v1beta1/news?symbols=${symbol}&limit=1`, { lacks: 'No news.' }),
    data('index levels', `/v1beta1/indices/latest/values?symbols=${INDEX}`, {
      lacks: 'Index levels are those that put-call parity implies.',
    }),
  ]
}

type Asked = Pick<Probe, 'lacks'> & Partial<Pick<Probe, 'isEssential' | 'facts'>>

function fixOf(status: number, refusal: (fault: 'unauthorized' | 'forbidden') => string): string | null {
  if (status === 401) return refusal('unauthorized')
  return status === 403 ? refusal('forbidden') : null
}

/** A contract that may not exist: an empty list is an answer, too. */
function contractOf(symbol: string, nowMs: number): string {
  const day = new Date(nowMs).toISOString().slice(2, 10).replaceAll('-', '')
  return `${symbol.replaceAll('.', '')}${day}C00100000`
}

function countOf(field: string, what: string) {
  return (body: unknown): string | null => {
    const rows = body !== null && typeof body === 'object' ? Reflect.get(body, field) : null
    if (rows === null || typeof rows !== 'object') return null
    const { length } = Object.keys(rows)
    return length === 0 ? `no ${what}` : `${what} found`
  }
}
