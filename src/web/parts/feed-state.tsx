import { useEffect, useState } from 'preact/hooks'
import { useBell } from '../feed/provider.tsx'
import { format } from '../format.ts'
import { useSession } from '../session.tsx'

/** A connection that comes back at once is not worth a word. */
const PATIENCE_MS = 2_500

/** Says that the list is not live at the moment, and how old it is. */
export function FeedState() {
  const { isLive, isAllowed, heardAtMs } = useBell()
  const { account } = useSession()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    setLost(false)
    if (isLive) return undefined
    const timer = setTimeout(() => setLost(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isLive])
  if (!isLost || !isAllowed) return null
  const heard = heardAtMs === null ? null : format.time(new Date(heardAtMs).toISOString(), account?.time_zone)
  return (
    <p class="stale" role="status">
      Not connected; trying again by itself. {heard === null ? '' : `Last heard of at ${heard}.`}
    </p>
  )
}
