import { useLocation } from 'preact-iso'

/** The past trading date of the pages, `?date=` of the URL; null is the present. */
export function useDate(): string | null {
  const { query } = useLocation()
  const date = query['date']
  return date && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null
}

/** `date` as an input of an operation; empty for the present. */
export function useDated(): { readonly date?: string } {
  const date = useDate()
  return date === null ? {} : { date }
}

/** The URL with some query parameters replaced; null removes one. */
export function withQuery(url: string, changes: Readonly<Record<string, string | null>>): string {
  const [path = '/', text = ''] = url.split('?', 2)
  const query = new URLSearchParams(text)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name)
    else query.set(name, value)
  }
  const rest = query.toString()
  return rest === '' ? path : `${path}?${rest}`
}
