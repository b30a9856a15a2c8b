import { format } from '../format.ts'

export const DATE_LENGTH = 10

/** `Fri, Nov 20` or `Nov 20, 10:31 EST`. */
export function barTime(date: string): string {
  return date.length === DATE_LENGTH ? format.date(date) : format.dateTime(date)
}
