import type { LegText } from '../../../analytics/domain/strategies/legs.ts'
import { PlotHandle, PlotHandles } from '../../charts/plot-handle.tsx'
import type { PlotArea } from '../../charts/series-chart.tsx'
import { format } from '../../format.ts'
import type { LegsInHand } from './legs-in-hand.ts'
import { freeStrikes, legText, movedTo, nearestOf } from './wire-legs.ts'

interface LegHandlesProps {
  readonly area: PlotArea
  readonly hand: LegsInHand
}

interface LegHandleProps extends LegHandlesProps {
  readonly leg: LegText
  readonly index: number
}

/** A handle at each strike of the chart. It moves along the listed strikes, by pointer or keys. */
export function LegHandles({ area, hand }: LegHandlesProps) {
  return (
    <PlotHandles>
      {hand.built.map(({ parsed }, index) =>
        parsed?.contract ? <LegHandle key={index} area={area} hand={hand} leg={parsed} index={index} /> : null,
      )}
    </PlotHandles>
  )
}

function LegHandle({ area, hand, leg, index }: LegHandleProps) {
  const { contract, quantity } = leg
  if (!contract) return null
  const others = hand.built.flatMap(({ parsed }, other) => (other === index || !parsed ? [] : parsed))
  const strikes = freeStrikes(leg, others, hand.chains)
  const moved = (strike: number) =>
    hand.built.map(({ text }, other) => (other === index ? legText(movedTo(leg, strike)) : text))
  const name = `${quantity > 0 ? '+' : '−'}${Math.abs(quantity)} ${contract.optionType === 'call' ? 'C' : 'P'}`
  const side = quantity > 0 ? 'bought' : 'sold'
  return (
    <PlotHandle
      area={area}
      value={contract.strike}
      min={strikes[0] ?? contract.strike}
      max={strikes.at(-1) ?? contract.strike}
      tone={quantity > 0 ? 'up' : 'down'}
      row={index}
      label={`Strike of leg ${index + 1}: ${side} ${contract.optionType}, ${format.date(contract.expirationDate)}`}
      valueText={format.strike(contract.strike)}
      onDrag={(price) => {
        const strike = nearestOf(strikes, price)
        if (strike !== undefined && strike !== contract.strike) hand.onMove(moved(strike))
      }}
      onDrop={() => hand.onLegs(hand.built.map(({ text }) => text))}
      onStep={(steps) => {
        const strike = strikeAfter(strikes, contract.strike, steps)
        if (strike !== undefined) hand.onLegs(moved(strike))
      }}
    >
      {name} <b>{format.strike(contract.strike)}</b>
    </PlotHandle>
  )
}

/** The strike some places further among the free ones; undefined where there is none. */
function strikeAfter(strikes: readonly number[], from: number, by: number): number | undefined {
  const beyond =
    by > 0 ? strikes.filter((strike) => strike > from) : strikes.filter((strike) => strike < from).reverse()
  return beyond[Math.min(Math.abs(by), beyond.length) - 1]
}
