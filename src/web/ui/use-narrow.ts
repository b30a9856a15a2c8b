import { useEffect, useState } from 'preact/hooks'

/** The width below which pages have one column, as in `theme.css`. */
const NARROW = '(max-width: 48rem)'

/** Whether the page is as narrow as a phone. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches)
  useEffect(() => {
    const media = matchMedia(NARROW)
    const changed = () => setNarrow(media.matches)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }, [])
  return isNarrow
}
