import { GammaPanel } from './gamma-panel.tsx'
import { OpenInterestPanel } from './open-interest-panel.tsx'

interface ExposurePanelsProps {
  readonly symbol: string
  readonly maxPain: number | null
  readonly everyMs: number | undefined
}

/** The panels below the price. */
export function ExposurePanels({ symbol, maxPain, everyMs }: ExposurePanelsProps) {
  return (
    <>
      <GammaPanel symbol={symbol} everyMs={everyMs} />
      <OpenInterestPanel symbol={symbol} maxPain={maxPain} />
    </>
  )
}
