import { useState } from 'preact/hooks'
import { readStored, writeStored } from '../browser.ts'
import { Switch } from './form/switch.tsx'
import { onTheme } from './theme-switch.tsx'

const PALETTES = [
  ['blue-orange', 'Blue and orange'],
  ['green-red', 'Green and red'],
] as const
type Palette = (typeof PALETTES)[number][0]

/** The colours of up and down. `public/start.js` reads the choice before the first paint. */
export function PaletteSwitch() {
  const [palette, setPalette] = useState<Palette>(() =>
    readStored('palette') === 'green-red' ? 'green-red' : 'blue-orange',
  )
  const choose = (next: Palette) => {
    setPalette(next)
    writeStored('palette', next === 'green-red' ? next : null)
    if (next === 'green-red') document.documentElement.dataset['palette'] = next
    else delete document.documentElement.dataset['palette']
    for (const listener of onTheme) listener()
  }
  return <Switch label="Colours of up and down" options={PALETTES} value={palette} onChange={choose} />
}
