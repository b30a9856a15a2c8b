import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import './plot-handle.css'
import type { PlotArea } from './series-chart.tsx'

interface PlotHandleProps {
  readonly area: PlotArea
  /** On the axis of the chart. */
  readonly value: number
  readonly min: number
  readonly max: number
  readonly tone: 'up' | 'down'
  /** Handles of one chart stand in different rows, so that none covers another. */
  readonly row: number
  readonly label: string
  readonly valueText: string
  /** The value under the pointer, as often as it moves. */
  readonly onDrag: (value: number) => void
  readonly onDrop: () => void
  /** Steps of the arrow keys; five of them with Page up and Page down. */
  readonly onStep: (steps: number) => void
  readonly children: ComponentChildren
}

/** The place of handles over a chart. */
export function PlotHandles({ children }: { readonly children: ComponentChildren }) {
  return <div class="plot-handles">{children}</div>
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -5,
  PageUp: 5,
}

/** A line at a value of a chart that moves by pointer, touch or keys. */
export function PlotHandle({ area, value, row, tone, ...props }: PlotHandleProps) {
  const isDragged = useRef(false)
  const left = area.left + (area.width * (value - area.low)) / (area.high - area.low)
  const follow = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    if (!isDragged.current) return
    const frame = event.currentTarget.parentElement?.getBoundingClientRect()
    const share = (event.clientX - (frame?.left ?? 0) - area.left) / area.width
    props.onDrag(area.low + share * (area.high - area.low))
  }
  const leave = () => {
    if (!isDragged.current) return
    isDragged.current = false
    props.onDrop()
  }
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    props.onStep(by)
  }
  return (
    <div
      class="plot-handle"
      role="slider"
      tabIndex={0}
      data-tone={tone}
      style={{ '--left': `${left}px`, '--top': `${area.top}px`, '--height': `${area.height}px`, '--row': row }}
      aria-label={props.label}
      aria-valuenow={value}
      aria-valuemin={props.min}
      aria-valuemax={props.max}
      aria-valuetext={props.valueText}
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
      <span>{props.children}</span>
    </div>
  )
}
