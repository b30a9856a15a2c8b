/** Which columns of the tape are shown, and how close its rows are; remembered by the browser. */
export interface TapeView {
  /** Titles of the columns that are left out. */
  readonly hidden: ReadonlySet<string>
  readonly density: Density
}

export const DENSITIES = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
] as const
export type Density = (typeof DENSITIES)[number][0]

/** Height of a row in rem. */
export const ROW_REM: Readonly<Record<Density, number>> = { comfortable: 2, compact: 1.5 }

export const USUAL_VIEW: TapeView = { hidden: new Set(), density: 'comfortable' }

/** The view of its stored text, `compact,Side,Delta`; the usual one of any other text. */
export function readView(stored: string | null, titles: readonly string[]): TapeView {
  const [density, ...hidden] = (stored ?? '').split(',')
  const known = DENSITIES.find(([name]) => name === density)
  if (!known) return USUAL_VIEW
  return { density: known[0], hidden: new Set(hidden.filter((title) => titles.includes(title))) }
}

export function storedView({ hidden, density }: TapeView): string {
  return [density, ...hidden].join(',')
}
