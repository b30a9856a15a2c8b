/** What the prints of a contract say of it over time. */

interface Print {
  readonly executed_at: string
  readonly price: number
  readonly implied_volatility: number | null
  readonly delta: number | null
  readonly size: number
}

export interface ContractLines {
  /** Seconds, rising. */
  readonly times: readonly number[]
  readonly prices: readonly number[]
  /** Decimal per year. */
  readonly volatilities: readonly (number | null)[]
  readonly deltas: readonly (number | null)[]
  /** Contracts, added up. */
  readonly volumes: readonly number[]
}

/** In the order of time; of prints of one instant the last one remains, with the volume of all. */
export function contractLines(newestFirst: readonly Print[]): ContractLines {
  const rows = new Map<number, Print & { readonly volume: number }>()
  let volume = 0
  for (const print of newestFirst.toReversed()) {
    volume += print.size
    rows.set(Date.parse(print.executed_at) / 1000, { ...print, volume })
  }
  const all = [...rows.values()]
  return {
    times: [...rows.keys()],
    prices: all.map(({ price }) => price),
    volatilities: all.map(({ implied_volatility: volatility }) => volatility),
    deltas: all.map(({ delta }) => delta),
    volumes: all.map((row) => row.volume),
  }
}

export interface ContractName {
  readonly type: 'call' | 'put'
  /** USD. */
  readonly strike: number
  /** YYYY-MM-DD. */
  readonly expiration: string
}

/** The parts of an OCC identity; null for any other text. */
export function contractName(optionSymbol: string): ContractName | null {
  const parts = /(\d\d)(\d\d)(\d\d)([CP])(\d{8})$/.exec(optionSymbol)
  if (!parts) return null
  const [, year, month, day, right, thousandths] = parts
  return {
    type: right === 'C' ? 'call' : 'put',
    strike: Number(thousandths) / 1000,
    expiration: `20${year}-${month}-${day}`,
  }
}
