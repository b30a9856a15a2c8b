import { daysBetween } from '../../../lib/time/civil-date.ts'
import { useAnswer } from '../../answer.ts'
import { SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { CalibrationBars } from './calibration-bars.tsx'
import { CONE_LINES } from './cone-lines.ts'

const MAX_DTE = 190
const WEEK_DTE = 5

interface ConePanelProps {
  readonly symbol: string
  readonly term: AnswerOf<'iv_term_structure'>
}

/** The price ranges that options imply by each expiration, and how often such ranges held. */
export function ConePanel({ symbol, term }: ConePanelProps) {
  const last = term.points.findLast(({ dte }) => dte > 0 && dte <= MAX_DTE)
  const dated = useDated()
  const input = last && { symbol, target_date: last.expiration_date, cone: true, points: 21, ...dated }
  const query = useAnswer('probability', input ?? null)
  // Near a week windows are short, so that most outcomes are known.
  const week = term.points.find(({ dte }) => dte >= WEEK_DTE)
  const near = useAnswer(
    'probability',
    week ? { symbol, target_date: week.expiration_date, points: 21, ...dated } : null,
  ).answer
  if (!last) return null
  return (
    <Panel title="Implied price ranges">
      <Answered of={query}>
        {({ cone = [], underlying_price: price, session_date: session }) =>
          cone.length === 0 ? (
            <Empty next="Choose another symbol or date.">No expiration holds a distribution.</Empty>
          ) : (
            <>
              <SeriesChart
                label={`Implied quantiles of the price of ${symbol} by days to expiration`}
                x={[0, ...cone.map(({ expiration_date: date }) => daysBetween(session, date))]}
                xTitle="Days"
                xFormat={format.whole}
                format={format.price}
                series={CONE_LINES.map(({ place, ...line }) => ({
                  ...line,
                  kind: 'joined',
                  values: [price, ...cone.map(({ quantiles }) => quantiles[place] ?? null)],
                }))}
              />
              {near ? <CalibrationBars symbol={symbol} of={near.calibration} /> : null}
            </>
          )
        }
      </Answered>
    </Panel>
  )
}
