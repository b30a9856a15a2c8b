import './gauge.css'

interface GaugeProps {
  /** Accessible label. */
  readonly label: string
  /** 0 to 100; null is unknown. */
  readonly value: number | null
  readonly text: string
}

const HIGH = 70
const LOW = 30
const ARC = 'M 20 100 A 80 80 0 0 1 180 100'

/** A half circle from 0 to 100. */
export function Gauge({ label, value, text }: GaugeProps) {
  const zone = value === null ? 'none' : value >= HIGH ? 'high' : value <= LOW ? 'low' : 'middle'
  return (
    <svg class="gauge" viewBox="0 0 200 118" role="img" aria-label={`${label}: ${text} on a scale from 0 to 100`}>
      <path class="gauge-track" d={ARC} />
      {value === null ? null : (
        <path class="gauge-value" data-zone={zone} d={ARC} pathLength={100} stroke-dasharray={`${value} 200`} />
      )}
      <text class="gauge-number" x="100" y="92">
        {text}
      </text>
      <text x="20" y="117">
        0
      </text>
      <text x="180" y="117">
        100
      </text>
    </svg>
  )
}
