/** What moved between two instants of which one at least is a kept minute. Minutes hold no chain. */
import { at, indexAt } from '../../../lib/math/columns.ts'
import { orNull } from '../../../lib/math/numbers.ts'
import { MINUTE_MS } from '../../../lib/time/duration.ts'
import {
  byStrike,
  type ChainChangeFigures,
  type ChangeSide,
  changeOfSides,
  largestChanges,
  type RepricedChain,
  sideOfChain,
  withSentences,
} from './chain-change.ts'
import type { ExposureMinutes } from './exposure-snapshot.ts'

/** A chain, or the first of the given minutes. */
export type InstantExposures = RepricedChain | ExposureMinutes

const NO_PARTS = {
  by_expiration: null,
  by_time: null,
  by_price: null,
  by_volatility: null,
  by_open_interest: null,
} as const

/** Strikes are those whose exposure is known at both instants. */
export function minuteChange(earlier: InstantExposures, later: InstantExposures): ChainChangeFigures {
  const [from, to] = [sideOf(earlier), sideOf(later)]
  const [before, after] = [netGexByStrike(earlier), netGexByStrike(later)]
  const strikes = [...after].flatMap(([strike, own]) => {
    const change = own - (before.get(strike) ?? Number.NaN)
    return Number.isNaN(change) ? [] : [{ strike, net_gex_change: change, open_interest_change: null }]
  })
  return withSentences({
    ...changeOfSides(from, to),
    net_gex: { from: orNull(from.metrics.netGex), to: orNull(to.metrics.netGex), parts: NO_PARTS },
    iv_parts: { along_smile: null, smile_moved: null },
    strikes: largestChanges(strikes),
  })
}

function sideOf(instant: InstantExposures): ChangeSide {
  if ('valued' in instant) return sideOfChain(instant)
  const { minutes, totals } = instant
  const unknown = Number.NaN
  return {
    asOfMs: indexAt(minutes, 0) * MINUTE_MS,
    spot: at(totals.price, 0),
    metrics: {
      iv30: at(totals.iv30, 0),
      iv90: unknown,
      rr25: unknown,
      maxPain: unknown,
      callWall: at(totals.callWall, 0),
      putWall: at(totals.putWall, 0),
      gammaFlip: at(totals.gammaFlip, 0),
      netGex: at(totals.netGex, 0),
    },
  }
}

/** USD per 1 % move. */
function netGexByStrike(instant: InstantExposures): ReadonlyMap<number, number> {
  if ('valued' in instant) {
    return new Map([...byStrike(instant.valued)].map(([strike, { netGex }]) => [strike, netGex]))
  }
  return new Map(Array.from(instant.strikes, (strike, place) => [strike, at(instant.byStrike.gamma, place)]))
}
