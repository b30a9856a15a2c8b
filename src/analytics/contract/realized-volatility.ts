import { z } from 'zod'

const estimate = (text: string) =>
  z.number().min(0).nullable().describe(`${text} Decimal per year (0.25 is 25 %), from daily bars × √252.`)

export const RealizedVolatility = z
  .object({
    close_to_close: estimate('Sample deviation of ln(C/C₋₁); the same estimator as rv10 to rv60.'),
    parkinson: estimate('√(Σ ln(H/L)² / (4 n ln 2)); leaves overnight moves out.'),
    garman_klass: estimate('√(mean of ½ ln(H/L)² − (2 ln 2 − 1) ln(C/O)²); leaves overnight moves out.'),
    rogers_satchell: estimate(
      '√(mean of u(u − c) + d(d − c)) with u, d, c = ln of H, L, C over O; no overnight moves.',
    ),
    yang_zhang: estimate('√(var(ln O/C₋₁) + κ var(ln C/O) + (1 − κ) Rogers-Satchell); overnight moves included.'),
  })
  .describe('Realized volatility of the served window by estimator; null with fewer than two returns.')
  .meta({ id: 'RealizedVolatility' })

export type RealizedVolatility = z.infer<typeof RealizedVolatility>
