/** Values that clients, scanners and attackers send where a service expects others. */
const ODD_TEXTS = [
  '',
  ' ',
  'zzz',
  '0',
  '-1',
  '1e309',
  '-0',
  'NaN',
  'Infinity',
  '9007199254740993',
  '99999999999999999999',
  '0x10',
  '1,2,3',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '%',
  '\u0000',
  'é́',
  '𝒮𝒫𝒴',
  '\uD800',
  '../../etc/passwd',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '=1+1',
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1969-12-31',
  '2026-02-30',
  '2026-11-20',
  '2199-12-31',
  '9999-12-31',
  '+275760-09-13',
  '2026-11-20T15:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-11-20T15:00:00+99:99',
  'custom',
  'today',
  'SPY',
  'spy',
  'SPY,SPY,SPY',
  'ZZZZ',
  'a'.repeat(300),
  'SPY261218C00600000',
] as const

const ODD_VALUES: readonly unknown[] = [
  ...ODD_TEXTS,
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  [],
  {},
  [null],
  [['SPY']],
  { a: 1 },
]

export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number
}

export function oddText(chance: Chance): string {
  return pick(ODD_TEXTS, chance)
}

export function oddValue(chance: Chance): unknown {
  return pick(ODD_VALUES, chance)
}

export function pick<T>(list: readonly T[], { next }: Chance): T {
  const chosen = list[Math.floor(next() * list.length)]
  if (chosen === undefined) throw new RangeError('nothing to pick from')
  return chosen
}
