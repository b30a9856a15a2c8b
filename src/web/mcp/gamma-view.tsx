import { format } from '../format.ts'
import {
  GammaByStrike,
  type GammaOfStrikes,
  GammaProfile,
  gammaMarks,
  REGIMES,
} from '../symbol/levels/gamma-charts.tsx'
import { type Fields, numberIn, rangeIn, rowsIn, textIn } from './answer-fields.ts'
import { showView, type ViewProps } from './view.tsx'

showView('gamma exposure', GammaView)

function GammaView({ answer, symbol }: ViewProps) {
  const gamma = gammaIn(answer)
  const marks = gammaMarks(gamma)
  const regime = textIn(answer, 'gamma_regime')
  return (
    <>
      <p>
        Net <b>{format.signedUsd(numberIn(answer, 'net_gex'))}</b> per 1 % move, calls{' '}
        {format.signedUsd(numberIn(answer, 'call_gex'))}, puts {format.signedUsd(numberIn(answer, 'put_gex'))}.{' '}
        {regime === 'positive' || regime === 'negative' ? REGIMES[regime] : ''} Call wall{' '}
        {format.strike(gamma.call_wall)}, put wall {format.strike(gamma.put_wall)}, flip{' '}
        {format.price(gamma.gamma_flip)}, price {format.price(gamma.underlying_price)}.
      </p>
      {gamma.data.some(({ strike }) => strike !== null) ? (
        <GammaByStrike answer={gamma} symbol={symbol} marks={marks} />
      ) : (
        <p class="nothing">The answer has no strikes: it is grouped in another way.</p>
      )}
      {gamma.profile.length > 1 ? <GammaProfile answer={gamma} symbol={symbol} marks={marks} /> : null}
    </>
  )
}

/** A matrix has a strike in each of several expirations; one row is one strike here. */
function gammaIn(answer: Fields): GammaOfStrikes {
  const byStrike = new Map<number | null, GammaOfStrikes['data'][number]>()
  for (const row of rowsIn(answer, 'data')) {
    const strike = numberIn(row, 'strike')
    const before = byStrike.get(strike)
    byStrike.set(strike, {
      strike,
      expiration_date: null,
      call_gex: sum(before?.call_gex, numberIn(row, 'call_gex')),
      put_gex: sum(before?.put_gex, numberIn(row, 'put_gex')),
    })
  }
  return {
    underlying_price: numberIn(answer, 'underlying_price'),
    call_wall: numberIn(answer, 'call_wall'),
    put_wall: numberIn(answer, 'put_wall'),
    gamma_flip: numberIn(answer, 'gamma_flip'),
    call_wall_range: rangeIn(answer, 'call_wall_range'),
    put_wall_range: rangeIn(answer, 'put_wall_range'),
    gamma_flip_range: rangeIn(answer, 'gamma_flip_range'),
    data: [...byStrike.values()],
    profile: rowsIn(answer, 'profile').flatMap((point) => {
      const price = numberIn(point, 'underlying_price')
      return price === null ? [] : [{ underlying_price: price, net_gex: numberIn(point, 'net_gex') }]
    }),
  }
}

/** Unknown only where both are. */
function sum(one: number | null | undefined, other: number | null): number | null {
  return one === null || one === undefined ? other : one + (other ?? 0)
}
