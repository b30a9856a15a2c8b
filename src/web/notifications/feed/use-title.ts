import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { documentTitle } from '../../title.ts'
import { useBell } from './provider.tsx'

/** Shows page and unread count in the tab title and in the badge of the installed app. */
export function useTitle(): void {
  const { path } = useLocation()
  const { unread } = useBell()
  const count = unread ?? 0
  useEffect(() => {
    document.title = documentTitle(path, count)
  }, [path, count])
  useEffect(() => {
    // Only an installed app has a badge; elsewhere the browser refuses, which has no effect.
    if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined)
  }, [count])
}
