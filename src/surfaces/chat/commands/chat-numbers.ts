const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const UNKNOWN = 'unknown'

export function dollars(value: number | null): string {
  return value === null ? UNKNOWN : usd.format(value)
}

/** USD in short: $1.2M. */
export function millions(value: number | null): string {
  return value === null ? UNKNOWN : short.format(value)
}

export function signed(value: number | null): string {
  return value === null ? UNKNOWN : `${value > 0 ? '+' : ''}${value.toFixed(2)}`
}

/** Of a percentage. */
export function percent(value: number | null): string {
  return value === null ? UNKNOWN : `${signed(value)} %`
}

/** Of a decimal: 0.183 is 18.3 %. */
export function points(value: number | null): string {
  return value === null ? UNKNOWN : `${(100 * value).toFixed(1)} %`
}

export function bullets(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).map(([title, text]) => `• ${title}: ${text}`)
}
