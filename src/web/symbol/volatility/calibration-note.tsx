import type { AnswerOf } from '../../client.ts'
import { format } from '../../format.ts'
import { Explained } from '../../ui/explained.tsx'

type Calibration = AnswerOf<'probability'>['calibration']

/** How often implied probabilities came true, beside each of them. Undefined while it loads. */
export function CalibrationNote({ of }: { readonly of: Calibration | undefined }) {
  if (!of) return null
  const { days, count, coverage_50_pct: half, coverage_80_pct: most, coverage_90_pct: nearlyAll } = of
  if (most === null) {
    return (
      <p class="quiet">
        How often such probabilities came true is shown from 30 past windows near {days} days on; {count} are known.
      </p>
    )
  }
  return (
    <p class="quiet">
      Of {count} past windows near {days} days, {format.pct(most, 0)} ended inside their{' '}
      <Explained field="coverage_80_pct">80 % range</Explained> (80 % interval {format.pct(of.coverage_80_low_pct, 0)}{' '}
      to {format.pct(of.coverage_80_high_pct, 0)}), {format.pct(half, 0)} inside the 50 % range,{' '}
      {format.pct(nearlyAll, 0)} inside the 90 % range.
    </p>
  )
}
