import { SeriesChart } from '../charts/series-chart.tsx'
import { format } from '../format.ts'
import { numberIn, numbersIn, textIn } from './answer-fields.ts'
import { payoffIn } from './payoff.ts'
import { showView, type ViewProps } from './view.tsx'

showView('profit and loss', PayoffView)

const COLOURS = ['cool', 'soft', 'warm'] as const

function PayoffView({ answer, symbol }: ViewProps) {
  const { prices, series } = payoffIn(answer)
  const breakEvens = numbersIn(answer, 'break_evens')
  const most = answer['max_profit_unlimited'] === true ? 'unlimited' : format.usd(numberIn(answer, 'max_profit'))
  const least = answer['max_loss_unlimited'] === true ? 'unlimited' : format.usd(numberIn(answer, 'max_loss'))
  return (
    <>
      <p>
        {format.words(textIn(answer, 'strategy'))}: cost {format.usd(numberIn(answer, 'cost'))}, most profit {most},
        most loss {least}
        {breakEvens.length === 0 ? '' : `, break-even ${breakEvens.slice(0, 8).map(format.price).join(', ')}`}.
      </p>
      {prices.length === 0 ? (
        <p class="nothing">The answer has no prices to draw.</p>
      ) : (
        <SeriesChart
          label={`Profit or loss by price of ${symbol}`}
          size="tall"
          x={prices}
          xTitle={`Price of ${symbol}`}
          xFormat={format.price}
          format={format.usd}
          marks={[
            { at: numberIn(answer, 'underlying_price'), title: 'price', colour: 'ink' },
            ...breakEvens.slice(0, 8).map((at) => ({ at, title: 'break-even', colour: 'soft' as const })),
          ]}
          series={series.map(({ title, values }, index) => ({
            title,
            values,
            colour: index === series.length - 1 ? 'accent' : (COLOURS[index % COLOURS.length] ?? 'soft'),
            isDashed: index < series.length - 1,
          }))}
        />
      )}
    </>
  )
}
