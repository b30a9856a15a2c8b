import { useState } from 'preact/hooks'
import type { QueryState } from '../../answer.ts'
import type { Crosshair } from '../../charts/crosshair.ts'
import type { PriceChart } from '../../charts/price-chart.tsx'
import type { PriceLine } from '../../charts/price-lines.ts'

/** What the charts of every interval have in common. */
export interface ChartParts {
  readonly symbol: string
  readonly lines: readonly PriceLine[]
  readonly pictureNote: string
  readonly menu: Parameters<typeof PriceChart>[0]['menu']
  /** With a chart of IV or hedging below, whose pointer is linked; null without. */
  readonly crosshair: Crosshair | null
}

/** Loaded when it is shown, because few look at it and it brings another chart library. */
export const linkedCharts = () => import('./linked-charts.tsx')

/** While another range is loaded, the one before stays: a chart that vanishes moves everything below it. */
export function useKept<Answer>(query: QueryState<Answer>): QueryState<Answer> {
  const [before, setBefore] = useState<Answer | null>(null)
  if (query.answer !== null && query.answer !== before) setBefore(query.answer)
  return query.answer === null && query.problem === null ? { ...query, answer: before } : query
}
