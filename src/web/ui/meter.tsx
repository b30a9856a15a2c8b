import './meter.css'

interface MeterProps {
  readonly label: string
  readonly used: number
  readonly limit: number
  /** The window of the limit: "in the last hour". */
  readonly span: string
}

const NEAR_SHARE = 0.8

/** The usage of a limit. */
export function Meter({ label, used, limit, span }: MeterProps) {
  const share = limit === 0 ? 0 : Math.min(1, used / limit)
  const state = share >= 1 ? 'full' : share >= NEAR_SHARE ? 'near' : 'free'
  return (
    <div class="meter" data-state={state}>
      <span>{label}</span>
      <span class="meter-bar" style={{ '--share': `${share * 100}%` }} aria-hidden="true" />
      <span class="meter-text">
        {used} of {limit} {span}
      </span>
    </div>
  )
}
