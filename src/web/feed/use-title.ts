import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { documentTitle } from '../title.ts'
import { useBell } from './provider.tsx'

/** Keeps page and unread count in the title of the tab, and in the badge of the installed app. */
export function useTitle(): void {
  const { path } = useLocation()
  const { unread } = useBell()
  const count = unread ?? 0
  useEffect(() => {
    document.title = documentTitle(path, count)
  }, [path, count])
  useEffect(() => {
    // Only a page that was installed as an app has a badge; elsewhere the browser refuses, which changes nothing.
    if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined)
  }, [count])
}
