import { z } from 'zod'
import { WindowDate } from '../../catalogue/window-date.ts'
import { TradingDate } from '../../market/contract/trading-date.ts'
import { UnderlyingSymbol } from '../../market/contract/underlying-symbol.ts'
import { tradingDayBefore } from '../../market/domain/calendar/trading-calendar.ts'
import type { OptionChain } from '../../market/domain/options/chain.ts'
import { ANALYTICS_CALLERS, ANALYTICS_SURFACES, MaxDte } from '../../market/operations/analytics.ts'
import { envelope, enveloped } from '../../market/operations/envelope.ts'
import { nullIfNotFound } from '../../market/operations/null-if-not-found.ts'
import { GammaExposure } from '../contract/gamma-exposure.ts'
import { exposureMatrix } from '../domain/exposures/exposure-matrix.ts'
import { gammaExposure } from '../domain/exposures/gamma-exposure.ts'
import { MATRIX_GREEKS, type MatrixGreek } from '../domain/exposures/matrix-greek.ts'
import { expirationOfToday, zeroDte } from '../domain/exposures/zero-dte.ts'
import { type AnalyticsContext, defineOperation } from './context.ts'
import { gammaAt } from './exposures/gamma-at.ts'
import { timeOfSession } from './exposures/minute-of-session.ts'
import { openInterestDateOf } from './open-interest-date.ts'

const USUAL_STRIKES = 20
const USUAL_EXPIRATIONS = 12

const Input = z.object({
  symbol: UnderlyingSymbol,
  expiration_date: WindowDate.optional().describe('Only this expiration date, YYYY-MM-DD.'),
  dte_max: MaxDte.optional(),
  group_by: z
    .enum(['strike', 'expiration', 'strike_expiration'])
    .default('strike')
    .describe('What a row of data is; strike_expiration: a matrix.'),
  greek: z.enum(MATRIX_GREEKS).default('gamma').describe('Of matrix, minute.'),
  strikes_around: z.int().min(5).max(100).optional().describe(`On each side (${USUAL_STRIKES}).`),
  expirations: z.int().min(1).max(40).optional().describe(`In the matrix (${USUAL_EXPIRATIONS}).`),
  at: timeOfSession('HH:MM, New York: net figures of a kept minute.'),
  date: TradingDate.optional(),
})

export const gammaExposureOperation = defineOperation({
  name: 'gamma_exposure',
  title: 'Gamma exposure',
  description:
    'Dealer gamma exposure of one symbol in USD per 1 % move, by strike or by expiration, with walls, the gamma flip and the profile over prices. Calls count plus, puts minus. For one line use option_metrics.',
  capability: 'analytics',
  isHeavyInPast: true,
  callers: ANALYTICS_CALLERS,
  surfaces: ANALYTICS_SURFACES,
  route: { method: 'GET', path: '/stocks/:symbol/gamma_exposure', errors: ['not_found'] },
  input: Input,
  output: enveloped(GammaExposure),
  example: { symbol: 'SPY', dte_max: 30 },
  concise: {
    view: 'Totals and the 40 strikes nearest to the price.',
    narrow: 'give dte_max, expiration_date or group_by expiration',
    table: {
      list: 'data',
      columns: ['strike', 'expiration_date', 'settlement', 'call_gex', 'put_gex', 'net_gex'],
      maxRows: 40,
      keep: 'nearest',
    },
    widenedBy: ['strikes_around', 'expirations'],
    focus: async (input, _context, form) => (form === 'concise' ? fewerStrikes(input) : null),
    lists: { profile: { every: 3, keep: 'nearest', columns: ['underlying_price', 'net_gex'] } },
  },
  tool: { unlisted: ['strikes_around', 'expirations'] },
  async dataVersion({ symbol, date, group_by: groupBy, greek }, { viewAt }) {
    const view = await viewAt(date)
    const chain = await view.chain(symbol)
    const before = groupBy === 'strike_expiration' ? await chainBefore(viewAt, chain, greek) : null
    return before ? [chain, before] : [chain]
  },
  async run(input, context) {
    const { viewAt, analysisOf } = context
    const { symbol, expiration_date: expirationDate, dte_max: dteMax, group_by: groupBy, date } = input
    const view = await viewAt(date)
    const chain = await view.chain(symbol)
    if (input.at !== undefined) return await gammaAt(context, view, chain.sessionDate, minuteQuery(input, input.at))
    const analysis = analysisOf(chain)
    const figures = await analysis.gamma({ expirationDate, dteMax })
    const query = { expirationDate, dteMax, groupBy }
    const { answer, warnings } = gammaExposure(await analysis.valued(), figures, query)
    const common = { symbol, ...envelope(view, { ...chain, warnings }), ...openInterestDateOf(chain), ...answer }
    if (groupBy !== 'strike_expiration' && dteMax !== 0) return common
    const valued = await analysis.valued()
    const today = expirationOfToday(valued)
    const place = today && chain.expirations[valued.expirations.indexOf(today)]
    const zero_dte = zeroDte(valued, place ? analysis.valuedExpiration(place) : null)
    if (groupBy !== 'strike_expiration') return { ...common, zero_dte }
    const { greek, strikes_around: strikesAround = USUAL_STRIKES, expirations = USUAL_EXPIRATIONS } = input
    const before = await chainBefore(viewAt, chain, greek)
    const matrix = exposureMatrix(valued, { ...query, greek, strikesAround, maxExpirations: expirations }, before)
    const missing = greek === 'open_interest_change' && !before ? [NO_CHAIN_BEFORE] : []
    return { ...common, warnings: [...common.warnings, ...missing], matrix, zero_dte }
  },
})

/** What a model reads of a matrix or a kept minute, unless it says how much. */
function fewerStrikes({ at, group_by: groupBy, strikes_around: strikes, expirations }: z.output<typeof Input>) {
  if (strikes !== undefined || expirations !== undefined) return null
  if (at !== undefined) return { input: { strikes_around: 10 }, note: SMALL_MINUTE }
  return groupBy === 'strike_expiration' ? { input: { strikes_around: 10, expirations: 6 }, note: SMALL_MATRIX } : null
}

const SMALL_MINUTE = 'Minute: 20 strikes; strikes_around gives more.'
const SMALL_MATRIX = 'Matrix: 21 strikes, 6 expirations; strikes_around and expirations give more.'
const NO_CHAIN_BEFORE = 'There is no chain of the session before: changes of open interest are null.'

function minuteQuery(input: z.output<typeof Input>, at: string) {
  const { symbol, greek, strikes_around: strikesAround = USUAL_STRIKES } = input
  const { expiration_date, dte_max, expirations } = input
  const group_by = input.group_by === 'expiration' ? input.group_by : undefined
  return { symbol, at, greek, strikesAround, refused: { expiration_date, dte_max, expirations, group_by } }
}

/** The last chain of the session before, where the matrix needs it; null without one. */
async function chainBefore(
  viewAt: AnalyticsContext['viewAt'],
  { symbol, sessionDate }: OptionChain,
  greek: MatrixGreek,
): Promise<OptionChain | null> {
  if (greek !== 'open_interest_change') return null
  const view = await nullIfNotFound(viewAt(tradingDayBefore(sessionDate, 1)))
  return view && (await nullIfNotFound(view.chain(symbol)))
}
