import { z } from 'zod'
import { UnderlyingSymbol } from '../../../market/contract/underlying-symbol.ts'
import { ANALYTICS_CALLERS, MaxDte } from '../../../market/operations/analytics.ts'
import { enveloped } from '../../../market/operations/envelope.ts'
import { chartLevels, levelsLine, pineScript } from '../../domain/levels/tradingview.ts'
import { defineOperation } from '../context.ts'
import { optionMetricsOperation } from '../option-metrics.ts'

export const tradingviewLevelsOperation = defineOperation({
  name: 'tradingview_levels',
  title: 'Levels for TradingView',
  description:
    'Walls, gamma flip, max pain and expected move of one symbol for a chart of TradingView: a Pine script to paste once, and a line to paste into its setting when the levels change. The numbers are those of option_metrics.',
  capability: 'analytics',
  callers: ANALYTICS_CALLERS,
  surfaces: ['rest', 'cli'],
  route: { method: 'GET', path: '/stocks/:symbol/tradingview', errors: ['not_found'] },
  input: z.object({ symbol: UnderlyingSymbol, dte_max: MaxDte.optional() }),
  output: enveloped(
    z.object({
      underlying_price: z.number().nullable().describe('S, USD per share.'),
      levels: z
        .array(
          z.object({
            name: z.string().describe('Which level; also its label.'),
            price: z.number().describe('USD per share, rounded to cents.'),
          }),
        )
        .describe('Known levels; expected_high and expected_low are the price plus and minus the expected move.'),
      csv_line: z.string().describe('The levels as one line: paste it into the setting Levels of the indicator.'),
      pine_script: z.string().describe('The indicator with this line, to paste into the Pine editor.'),
    }),
  ),
  example: { symbol: 'SPY' },
  csv: ({ levels }) => ({ columns: ['name', 'price'], rows: levels }),
  async run({ symbol, dte_max }, context) {
    const metrics = await optionMetricsOperation.run({ symbol, dte_max }, context)
    const levels = chartLevels(metrics)
    const line = levelsLine(symbol, metrics.session_date, levels)
    return { ...metrics, levels, csv_line: line, pine_script: pineScript(line) }
  },
})
