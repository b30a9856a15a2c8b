import { z } from 'zod'
import { HISTORY_METRICS } from '../domain/trend/history-metrics.ts'

const figure = (text: string) => z.number().nullable().describe(text)
const percentile = (text: string) => z.number().min(0).max(100).nullable().describe(text)
const date = z.string().nullable().describe('Its session.')

export const HistoryMetric = z.enum(HISTORY_METRICS).describe('rr25 is the skew at 30 days.')

export const MetricHistory = z
  .object({
    metric: z.string().describe('As requested.'),
    unit: z.string().describe('Of values and changes.'),
    data: z
      .array(
        z.object({
          date: z.string().describe('New York trading date.'),
          value: figure('At the last chain of the session; null when unknown.'),
          change: figure('From the last known value before.'),
          percentile: percentile(
            'Share in % of up to 252 earlier sessions with a lower value; null below 10 sessions.',
          ),
        }),
      )
      .describe('Sessions in date order.'),
    summary: z
      .object({
        value: figure('Of the last session.'),
        change: figure('Its change.'),
        window_change: figure('From the first known value of data.'),
        percentile: percentile('Of the last session.'),
        percentile_sessions: z.int().min(0).max(252).describe('Earlier sessions compared.'),
        lowest: figure('Of data.'),
        lowest_date: date,
        highest: figure('Of data.'),
        highest_date: date,
      })
      .describe('The last session among the others.'),
  })
  .meta({ id: 'MetricHistory' })

export type MetricHistory = z.infer<typeof MetricHistory>
