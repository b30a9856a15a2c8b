import { useState } from 'preact/hooks'
import { useRepeat } from '../answer.ts'
import { nowMs } from '../browser.ts'
import { format } from '../format.ts'

const RENEW_MS = 30_000

/** The current time, updated while the page is visible. */
export function useNow(everyMs: number = RENEW_MS): number {
  const [now, setNow] = useState(nowMs)
  useRepeat(() => setNow(nowMs()), everyMs)
  return now
}

/** The time elapsed; hover and assistive software get the exact time. */
export function RelativeTime({ at, zone }: { readonly at: string; readonly zone: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={format.dateTime(at, zone)}>
      {format.ago(at, now)}
    </time>
  )
}
