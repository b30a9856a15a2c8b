import { useRef } from 'preact/hooks'
import type { LegText } from '../../../analytics/domain/strategies/legs.ts'
import type { PlotArea } from '../../charts/series-chart.tsx'
import { format } from '../../format.ts'
import type { LegsInHand } from './legs-in-hand.ts'
import { freeStrikes, legText, movedTo, nearestOf } from './wire-legs.ts'

interface LegHandlesProps {
  readonly area: PlotArea
  readonly hand: LegsInHand
}

/** A handle at each strike of the chart. It moves along the listed strikes, by pointer or keys. */
export function LegHandles({ area, hand }: LegHandlesProps) {
  return (
    <div class="leg-handles">
      {hand.built.map(({ parsed }, index) =>
        parsed?.contract ? <LegHandle key={index} area={area} hand={hand} leg={parsed} index={index} /> : null,
      )}
    </div>
  )
}

interface LegHandleProps extends LegHandlesProps {
  readonly leg: LegText
  readonly index: number
}

/** Strikes that a key moves by. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -5,
  PageUp: 5,
}

function LegHandle({ area, hand, leg, index }: LegHandleProps) {
  const isDragged = useRef(false)
  const { contract, quantity } = leg
  if (!contract) return null
  const others = hand.built.flatMap(({ parsed }, other) => (other === index || !parsed ? [] : parsed))
  const strikes = freeStrikes(leg, others, hand.chains)
  const left = area.left + (area.width * (contract.strike - area.low)) / (area.high - area.low)
  const moved = (strike: number) =>
    hand.built.map(({ text }, other) => (other === index ? legText(movedTo(leg, strike)) : text))
  const follow = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    if (!isDragged.current) return
    const frame = event.currentTarget.parentElement?.getBoundingClientRect()
    const share = (event.clientX - (frame?.left ?? 0) - area.left) / area.width
    const strike = nearestOf(strikes, area.low + share * (area.high - area.low))
    if (strike !== undefined && strike !== contract.strike) hand.onMove(moved(strike))
  }
  const leave = () => {
    if (!isDragged.current) return
    isDragged.current = false
    hand.onLegs(hand.built.map(({ text }) => text))
  }
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    const strike = strikeAfter(strikes, contract.strike, by)
    if (strike !== undefined) hand.onLegs(moved(strike))
  }
  const name = `${quantity > 0 ? '+' : '−'}${Math.abs(quantity)} ${contract.optionType === 'call' ? 'C' : 'P'}`
  const side = quantity > 0 ? 'bought' : 'sold'
  return (
    <div
      class="leg-handle"
      role="slider"
      tabIndex={0}
      data-side={side}
      style={{ '--left': `${left}px`, '--top': `${area.top}px`, '--height': `${area.height}px`, '--row': index }}
      aria-label={`Strike of leg ${index + 1}: ${side} ${contract.optionType}, ${format.date(contract.expirationDate)}`}
      aria-valuenow={contract.strike}
      aria-valuemin={strikes[0] ?? contract.strike}
      aria-valuemax={strikes.at(-1) ?? contract.strike}
      aria-valuetext={format.strike(contract.strike)}
      onPointerDown={(event) => {
        isDragged.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.focus({ preventScroll: true })
        event.preventDefault()
      }}
      onPointerMove={follow}
      onPointerUp={leave}
      onPointerCancel={leave}
      onKeyDown={step}
    >
      <span>
        {name} <b>{format.strike(contract.strike)}</b>
      </span>
    </div>
  )
}

/** The strike some places further among the free ones; undefined where there is none. */
function strikeAfter(strikes: readonly number[], from: number, by: number): number | undefined {
  const beyond =
    by > 0 ? strikes.filter((strike) => strike > from) : strikes.filter((strike) => strike < from).reverse()
  return beyond[Math.min(Math.abs(by), beyond.length) - 1]
}
