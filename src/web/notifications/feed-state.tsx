import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../accounts/session.tsx'
import { format } from '../format.ts'
import { useBell } from './feed/provider.tsx'

/** A short interruption is not reported. */
const PATIENCE_MS = 2_500

/** A note that the list is not live, with its age. */
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
      {heard === null ? 'Connecting…' : `Showing data from ${heard}, reconnecting…`}
    </p>
  )
}
