/** Daily leverage of the funds whose options trade most; the margin of a sold option grows with it (Cboe Rule 10.3). */
const LEVERAGE: Readonly<Record<number, readonly string[]>> = {
  2: ['NVDL', 'TSLL', 'QLD', 'SSO', 'QID', 'SDS', 'AGQ', 'UCO', 'SCO', 'BITX', 'MSTU', 'MSTX', 'CONL', 'NVDX', 'UVIX'],
  3: [
    'TQQQ',
    'SQQQ',
    'SPXL',
    'SPXS',
    'UPRO',
    'SPXU',
    'SOXL',
    'SOXS',
    'TNA',
    'TZA',
    'LABU',
    'LABD',
    'FAS',
    'FAZ',
    'TMF',
  ],
}

/** 1 for everything that is not a known leveraged fund. */
export function leverageOf(symbol: string): number {
  const found = Object.entries(LEVERAGE).find(([, symbols]) => symbols.includes(symbol))
  return found ? Number(found[0]) : 1
}
