import { useState } from 'preact/hooks'
import { keep, kept } from '../browser.ts'

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const
const TITLES = { system: 'as the system', light: 'light', dark: 'dark' } as const
const SIGNS = { system: '◐', light: '☀', dark: '☾' } as const

type Theme = keyof typeof NEXT

/** Told when the colours have changed: charts draw theirs themselves. */
export const onTheme = new Set<() => void>()

/** Goes round between the system's scheme, light and dark. `public/theme.js` reads the choice before the first paint. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(() => {
    const chosen = kept('theme')
    return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
  })
  const turn = () => {
    const next = NEXT[theme]
    setTheme(next)
    keep('theme', next === 'system' ? null : next)
    if (next === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = next
    for (const told of onTheme) told()
  }
  const label = `Colours: ${TITLES[theme]}. Change to ${TITLES[NEXT[theme]]}`
  return (
    <button type="button" class="icon" onClick={turn} aria-label={label} title={label}>
      <span aria-hidden="true">{SIGNS[theme]}</span>
    </button>
  )
}
