import { useState } from 'preact/hooks'
import { readStored, writeStored } from '../browser.ts'

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const
const TITLES = { system: 'system', light: 'light', dark: 'dark' } as const
const SIGNS = { system: '◐', light: '☀', dark: '☾' } as const

type Theme = keyof typeof NEXT

/** Called when the colours have changed, because charts draw with them. */
export const onTheme = new Set<() => void>()

/** Switches between the system's scheme, light and dark. `public/start.js` reads the choice before the first paint. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(() => {
    const chosen = readStored('theme')
    return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
  })
  const turn = () => {
    const next = NEXT[theme]
    setTheme(next)
    writeStored('theme', next === 'system' ? null : next)
    if (next === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = next
    for (const listener of onTheme) listener()
  }
  const label = `Colours: ${TITLES[theme]}. Change to ${TITLES[NEXT[theme]]}`
  return (
    <button type="button" class="icon" onClick={turn} aria-label={label} title={label}>
      <span aria-hidden="true">{SIGNS[theme]}</span>
    </button>
  )
}
