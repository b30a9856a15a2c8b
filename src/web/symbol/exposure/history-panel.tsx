import { useMemo, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useAnswer, useRepeat } from '../../answer.ts'
import { HeatMap } from '../../charts/heat-map.tsx'
import { SeriesChart } from '../../charts/series-chart.tsx'
import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { useDated, withQuery } from '../../travel.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'

type History = AnswerOf<'exposure_history'>

const GREEKS = [
  ['gamma', 'Gamma'],
  ['zero_dte', '0DTE gamma'],
  ['delta', 'Delta'],
  ['vanna', 'Vanna'],
  ['charm', 'Charm'],
] as const

/** Exposure by strike over the minutes of the session, which can be played. */
export function HistoryPanel({ symbol, everyMs }: { readonly symbol: string; readonly everyMs: number | undefined }) {
  const [greek, setGreek] = useState<(typeof GREEKS)[number][0]>('gamma')
  const query = useAnswer('exposure_history', { symbol, greek, ...useDated() }, { everyMs })
  return (
    <Panel
      title="Over the session"
      span={3}
      tools={<Switch label="Exposure over the session" options={GREEKS} value={greek} onChange={setGreek} />}
    >
      <Answered of={query}>
        {(answer) =>
          answer.data.length === 0 ? (
            <Empty next={<NextStep sessions={answer.sessions} />}>{answer.warnings.at(-1)}</Empty>
          ) : (
            <Session history={answer} />
          )
        }
      </Answered>
    </Panel>
  )
}

/** The newest session that has snapshots, or how to have some. */
function NextStep({ sessions: [newest] }: Pick<History, 'sessions'>) {
  const { url } = useLocation()
  if (newest === undefined) return <>Click the star beside the symbol to have them taken.</>
  return <a href={withQuery(url, { date: newest })}>Show the session of {format.date(newest)}</a>
}

const FRAME_MS = 120

function Session({ history }: { readonly history: History }) {
  const last = history.data.length - 1
  /** Null follows the newest minute. */
  const [chosen, setChosen] = useState<number | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const place = Math.min(chosen ?? last, last)
  useRepeat(
    () => {
      setChosen(place + 1)
      if (place + 1 >= last) setPlaying(false)
    },
    isPlaying ? FRAME_MS : undefined,
  )
  const times = useMemo(() => history.data.map(({ time }) => clockText(time)), [history])
  const prices = useMemo(() => history.data.map(({ underlying_price: price }) => price), [history])
  const play = () => {
    if (!isPlaying && place >= last) setChosen(0)
    setPlaying(!isPlaying)
  }
  return (
    <>
      <HeatMap
        label={`Exposure of ${history.symbol} by strike from ${times[0]} to ${times[last]}; the line is the price`}
        columns={times}
        rows={history.strikes}
        values={history.values}
        format={format.signedUsd}
        rowFormat={format.strike}
        line={prices}
        marked={place}
        onColumn={setChosen}
      />
      <div class="exposure-player">
        <button type="button" onClick={play} disabled={last === 0}>
          {isPlaying ? 'Pause' : 'Play'}
        </button>
        <input
          type="range"
          aria-label="Time of the session"
          aria-valuetext={times[place]}
          min={0}
          max={last}
          value={place}
          onInput={(event) => {
            setPlaying(false)
            setChosen(Number(event.currentTarget.value))
          }}
        />
        <b>{times[place]}</b>
      </div>
      <Minute history={history} place={place} />
      {history.missing_minutes > 0 ? (
        <p class="quiet">Minutes without a snapshot: {format.whole(history.missing_minutes)}.</p>
      ) : null}
    </>
  )
}

/** New York time without seconds. */
function clockText(iso: string): string {
  return format.time(iso).slice(0, 5)
}

/** The chosen minute: totals, and the exposure by strike. */
function Minute({ history, place }: { readonly history: History; readonly place: number }) {
  const row = history.data[place]
  const values = history.values[place]
  const series = useMemo(
    () => [{ title: history.unit, colour: 'accent', kind: 'bars', values: values ?? [] } as const],
    [values, history.unit],
  )
  if (!row) return null
  return (
    <div class="pair">
      <SeriesChart
        label={`Exposure of ${history.symbol} by strike at ${clockText(row.time)}`}
        x={history.strikes}
        xTitle="Strike"
        xFormat={format.strike}
        format={format.usd}
        series={series}
        marks={[
          { at: row.underlying_price, title: 'price', colour: 'ink' },
          { at: row.gamma_flip, title: 'flip', colour: 'warm' },
        ]}
      />
      <Figures>
        <Figure label="Price" value={format.price(row.underlying_price)} />
        <Figure label="Net GEX" field="net_gex" value={format.signedUsd(row.net_gex)} sign={row.net_gex} />
        <Figure label="Net DEX" field="net_dex" value={format.signedUsd(row.net_dex)} sign={row.net_dex} />
        <Figure label="Vanna" field="net_vanna_exposure" value={format.signedUsd(row.net_vanna_exposure)} />
        <Figure label="Charm" field="net_charm_exposure" value={format.signedUsd(row.net_charm_exposure)} />
        <Figure label="Gamma flip" field="gamma_flip" value={format.price(row.gamma_flip)} />
        <Figure label="Call wall" field="call_wall" value={format.strike(row.call_wall)} />
        <Figure label="Put wall" field="put_wall" value={format.strike(row.put_wall)} />
        <Figure label="IV 30" field="iv30" value={format.decimal(row.iv30)} />
      </Figures>
    </div>
  )
}
