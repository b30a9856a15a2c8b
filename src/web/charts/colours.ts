import { useEffect, useState } from 'preact/hooks'
import { afterPaint } from '../ui/after-paint.ts'
import { onTheme } from '../ui/theme-switch.tsx'

/** Colour tokens of `theme.css` for charts, because canvases cannot use CSS variables. */

export type ColourName = 'ink' | 'soft' | 'line' | 'raised' | 'sunken' | 'accent' | 'warm' | 'cool' | 'up' | 'down'
export type Colours = Readonly<Record<ColourName, string>>

/** The colours of the current scheme; they change with the switch and the system. */
export function useColours(): Colours {
  const [colours, setColours] = useState(readColours)
  useEffect(() => {
    let cancel = () => {}
    // To draw takes longer than to change the styles of a page.
    const renew = () => {
      cancel()
      cancel = afterPaint(() => setColours(readColours()))
    }
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', renew)
    onTheme.add(renew)
    return () => {
      scheme.removeEventListener('change', renew)
      onTheme.delete(renew)
      cancel()
    }
  }, [])
  return colours
}

function readColours(): Colours {
  const style = getComputedStyle(document.documentElement)
  const read = (name: ColourName) => style.getPropertyValue(`--${name}`).trim()
  return {
    ink: read('ink'),
    soft: read('soft'),
    line: read('line'),
    raised: read('raised'),
    sunken: read('sunken'),
    accent: read('accent'),
    warm: read('warm'),
    cool: read('cool'),
    up: read('up'),
    down: read('down'),
  }
}
