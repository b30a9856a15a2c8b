import { z } from 'zod'

const iv = (text: string) => z.number().min(0).nullable().describe(`${text} Decimal per year.`)
const difference = (text: string) => z.number().nullable().describe(`${text} Decimal.`)
const parameter = (text: string) => z.number().describe(text)

const rmsPoints = z
  .number()
  .min(0)
  .describe('Root mean square of its distance to the volatilities of the strikes, volatility points.')

const Slice = z
  .object({
    expiration_date: z.string().describe('YYYY-MM-DD.'),
    settlement: z.enum(['am', 'pm']).describe('am: on the opening prints; pm: on the close.'),
    dte: z.int().describe('Calendar days from the session.'),
    forward: z.number().nullable().describe('USD per share.'),
    atm_iv: iv('Implied volatility at the money forward.'),
    rr25: difference('IV of the 25-delta call − IV of the 25-delta put.'),
    bf25: difference('Mean of the two − atm_iv.'),
    forward_iv: iv(
      'Volatility between the expiration before and this one: √((σ²T − σ₁²T₁)/(T − T₁)); null where total variance falls.',
    ),
    svi: z
      .object({
        a: parameter('Level of total variance.'),
        b: parameter('Slope of the wings.'),
        rho: parameter('Tilt, −1 to 1.'),
        m: parameter('Centre, ln(K/F).'),
        sigma: parameter('Width of the bend, ln(K/F).'),
        rms_iv_points: rmsPoints,
      })
      .nullable()
      .describe('w = a + b(ρ(k − m) + √((k − m)² + σ²)) of total variance, k = ln(K/F); null with few strikes.'),
    within_quotes_pct: z
      .number()
      .nullable()
      .describe('Percent of the strikes whose price on the smooth smile is inside bid and ask.'),
    least_density: z
      .number()
      .nullable()
      .describe(
        'Smallest density of ln(K/F) on the smooth smile; negative where the smile allows a riskless butterfly.',
      ),
    crosses_next: z.boolean().describe('Whether total variance falls at some strike to the next expiration.'),
  })
  .meta({ id: 'SurfaceSlice' })

export const SurfaceGrid = z.object({
  deltas: z.array(z.int()).describe('Columns: delta in percent, negative for puts; 50 is at the money forward.'),
  tenors: z.array(z.int()).describe('Rows: calendar days.'),
  grid: z
    .array(z.array(z.number().min(0).nullable()))
    .describe(
      'IV by tenor and delta, linear in total variance between expirations; decimals, null beyond expirations or strikes.',
    ),
  forward_iv: z
    .array(z.number().min(0).nullable())
    .describe('At the money, from the tenor before (the first: from now) to each; null where total variance falls.'),
  against: z.string().nullable().describe('The session that change compares with, YYYY-MM-DD.'),
  change: z
    .array(z.array(z.number().nullable()))
    .nullable()
    .describe('grid − grid of that session, volatility points.'),
})

export const VolatilitySurface = SurfaceGrid.extend({
  underlying_price: z.number().nullable().describe('USD per share.'),
  slices: z.array(Slice).describe('By expiration.'),
  ssvi: z
    .object({
      rho: parameter('Tilt, −1 to 1.'),
      eta: parameter('Strength of the skew.'),
      gamma: parameter('How it falls with variance, 0 to ½.'),
      rms_iv_points: rmsPoints,
    })
    .nullable()
    .describe('One surface for all expirations; null with few strikes.'),
})

export type SurfaceGrid = z.infer<typeof SurfaceGrid>
export type VolatilitySurface = z.infer<typeof VolatilitySurface>
