import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { Panel } from '../../ui/panel.tsx'
import { CellTable } from '../../ui/table/cell-table.tsx'

/** Profit by price and date at unchanged volatility, as a table with colours. */
export function GridPanel({ grid }: { readonly grid: AnswerOf<'strategy_analysis'>['grid'] }) {
  const { prices, dates, profit } = grid
  const [unshifted = []] = profit
  const largest = Math.max(1, ...unshifted.flat().map((usd) => Math.abs(usd ?? 0)))
  const last = prices.length - 1
  return (
    <Panel title="By price and date" span={3}>
      <details>
        <summary>Profit in USD at {prices.length} prices</summary>
        <CellTable
          label="Profit by price of the underlying and date, USD, at unchanged volatility"
          corner="Price"
          columns={dates.map((instant, index) => (index === 0 ? 'Now' : format.shortDate(instant.slice(0, 10))))}
          rows={prices.toReversed().map(format.price)}
          cell={(row, column) => {
            const usd = unshifted[column]?.[last - row] ?? null
            return {
              text: format.change(usd === null ? null : Math.round(usd)).replace(/\.00$/, ''),
              share: Math.abs(usd ?? 0) / largest,
              kind: (usd ?? 0) < 0 ? 'down' : 'up',
            }
          }}
        />
      </details>
    </Panel>
  )
}
