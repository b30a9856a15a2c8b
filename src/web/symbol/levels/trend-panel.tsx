import { useState } from 'preact/hooks'
import './trend-panel.css'
import { useAnswer } from '../../answer.ts'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated } from '../../travel.ts'
import { Explained } from '../../ui/explained.tsx'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'

type Trend = AnswerOf<'trend_analysis'>

const HORIZONS = [
  ['short', 'Days'],
  ['medium', 'Weeks'],
  ['long', 'Months'],
] as const

/** The trend of the price, with reasons. */
export function TrendPanel({ symbol }: { readonly symbol: string }) {
  const [horizon, setHorizon] = useState<Trend['horizon']>('medium')
  const query = useAnswer('trend_analysis', { symbol, horizon, ...useDated() })
  return (
    <Panel
      title="Trend"
      tools={<Switch label="Horizon of the trend" options={HORIZONS} value={horizon} onChange={setHorizon} />}
    >
      <Answered of={query}>{(trend) => <TrendFigures trend={trend} />}</Answered>
    </Panel>
  )
}

function TrendFigures({ trend }: { readonly trend: Trend }) {
  const { direction, score, reasons, indicators, as_of: asOf } = trend
  return (
    <>
      <p class="trend-head">
        <strong class="signed" data-sign={direction === 'bullish' ? 'up' : direction === 'bearish' ? 'down' : 'none'}>
          {format.words(direction)}
        </strong>
        <span>
          <Explained field="score" asOf={asOf}>
            Score
          </Explained>{' '}
          <b>{score === null ? format.whole(null) : format.change(score).replace('.00', '')}</b>
        </span>
      </p>
      <ScoreTrack direction={direction} score={score} />
      <ul class="trend-reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <Figures>
        <Figure label="RSI 14" field="rsi_14" asOf={asOf} value={format.ratio(indicators.rsi_14, 1)} />
        <Figure label="ADX 14" field="adx_14" asOf={asOf} value={format.ratio(indicators.adx_14, 1)} />
        <Figure label="ATR 14" field="atr_14" asOf={asOf} value={format.price(indicators.atr_14)} />
        <Figure
          label="MACD"
          field="macd"
          asOf={asOf}
          value={format.change(indicators.macd)}
          note={`signal ${format.change(indicators.macd_signal)}`}
        />
        <Figure label="Average 20" field="sma_20" asOf={asOf} value={format.price(indicators.sma_20)} />
        <Figure label="Average 50" field="sma_50" asOf={asOf} value={format.price(indicators.sma_50)} />
        <Figure label="Average 200" field="sma_200" asOf={asOf} value={format.price(indicators.sma_200)} />
        <Figure
          label="Bollinger"
          field="bollinger_upper"
          asOf={asOf}
          value={format.price(indicators.bollinger_upper)}
          note={`lower ${format.price(indicators.bollinger_lower)}`}
        />
      </Figures>
    </>
  )
}

/** A bar from the middle to the score, on a scale from −100 to 100. */
function ScoreTrack({ direction, score }: Pick<Trend, 'direction' | 'score'>) {
  if (score === null) return <Empty next="It comes with more sessions of prices.">Too few sessions for a score.</Empty>
  const from = score < 0 ? 50 + score / 2 : 50
  return (
    <>
      <div
        class="trend-track"
        data-direction={direction}
        role="img"
        aria-label={`Score ${score} on a scale from −100, a strong downtrend, to 100, a strong uptrend`}
      >
        <i style={{ '--from': `${from}%`, '--wide': `${Math.abs(score) / 2}%` }} />
      </div>
      <div class="trend-ends" aria-hidden="true">
        <span>−100</span>
        <span>0</span>
        <span>+100</span>
      </div>
    </>
  )
}
