/** What all hosts of the vendor share: refusals, limits and page tokens of a query. Source: README.md, "Queries". */
export class Refused extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, message: string, code?: number) {
    super(message)
    this.status = status
    this.body = code === undefined ? { message } : { code, message }
  }
}

export interface Query {
  readonly path: string
  readonly params: URLSearchParams
}

export function list(query: Query, name: string, max = Number.POSITIVE_INFINITY): string[] {
  const items = (query.params.get(name) ?? '').split(',').filter((it) => it !== '')
  if (items.length > max) throw new Refused(400, `too many ${name}: the limit is ${max}`)
  return items
}

export function required(query: Query, name: string, max?: number): string[] {
  const items = list(query, name, max)
  if (items.length === 0) throw new Refused(400, `${name} is required`)
  return items
}

export function limitOf(query: Query, standard: number, max: number): number {
  const given = query.params.get('limit')
  if (given === null) return standard
  const limit = Number(given)
  if (!Number.isInteger(limit) || limit < 1) throw new Refused(400, `invalid limit: ${given}`)
  if (limit > max) throw new Refused(400, `invalid limit: ${given}. The maximum is ${max}`)
  return limit
}

/** One page of all rows, and the token of the next one; null on the last page. */
export function pageOf<T>(query: Query, rows: readonly T[], limit: number) {
  const token = query.params.get('page_token')
  const start = token
    ? Number(
        Buffer.from(token, 'base64')
          .toString()
          .replace(/^AAPL\|/, ''),
      )
    : 0
  if (!Number.isInteger(start) || start < 0) throw new Refused(400, 'invalid page_token')
  const end = start + limit
  const next = end < rows.length ? Buffer.from(`AAPL|${end}`).toString('base64') : null
  return { rows: rows.slice(start, end), next_page_token: next }
}

/** Rows of several symbols in one answer: the limit counts rows, not symbols. */
export function pageBySymbol<T>(query: Query, bySymbol: ReadonlyMap<string, readonly T[]>) {
  const flat = [...bySymbol].flatMap(([symbol, rows]) => rows.map((row) => ({ symbol, row })))
  const page = pageOf(query, flat, limitOf(query, 1000, 10_000))
  const grouped: Record<string, T[]> = {}
  for (const { symbol, row } of page.rows) {
    grouped[symbol] ??= []
    grouped[symbol].push(row)
  }
  return { grouped, next_page_token: page.next_page_token }
}

/** Bounds in milliseconds: a date is its New York midnight as start, and its last moment as end. */
export function intervalOf(query: Query, now: Date, standardEnd: Date = now): { start: number; end: number } {
  const today = now.toISOString().slice(0, 10)
  return {
    start: instant(query, 'start', Date.parse(`${today}T05:00:00Z`), '05:00:00'),
    end: instant(query, 'end', standardEnd.getTime(), '28:59:59.999'),
  }
}

function instant(query: Query, name: string, standard: number, hours: string): number {
  const given = query.params.get(name)
  if (given === null) return standard
  if (/^\d{4}-\d\d-\d\d$/.test(given)) return Date.parse(`${given}T00:00:00Z`) + offset(hours)
  const ms = Date.parse(given)
  if (Number.isNaN(ms)) throw new Refused(400, `invalid ${name}: ${given}`)
  return ms
}

function offset(hours: string): number {
  const [h = 0, m = 0, s = 0] = hours.split(':').map(Number)
  return ((h * 60 + m) * 60 + s) * 1000
}

/** RFC 3339 with nine decimals, as the vendor writes it. */
export function nanos(ms: number): string {
  return new Date(ms).toISOString().replace(/(\.\d{3})Z$/, '$1000000Z')
}
