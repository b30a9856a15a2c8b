import { zoneTime } from '../../../lib/time/zone-time.ts'
import { format } from '../../format.ts'

/** `16:00` on the day of `nowMs`, else with its date: `Mon, Nov 23, 09:30`. Times are those of the zone. */
export function untilWords(until: string, zone: string, nowMs: number): string {
  const [date = '', time = ''] = wallOf(until, zone).split('T')
  const [today] = wallOf(new Date(nowMs).toISOString(), zone).split('T')
  return date === today ? time : `${format.date(date)}, ${time}`
}

/** The wall clock of a zone at an instant, as a date-and-time field has it: `2026-11-20T16:00`. */
export function wallOf(iso: string, zone: string): string {
  const ms = Date.parse(iso)
  return new Date(ms + zoneTime(zone).offsetMs(ms)).toISOString().slice(0, 16)
}

/** The instant at which the clock of a zone shows the value of a date-and-time field. */
export function inZone(wall: string, zone: string): string {
  const ms = Date.parse(`${wall.slice(0, 16)}:00Z`)
  return new Date(zoneTime(zone).instantOf(ms).ms).toISOString()
}
