/** What was typed into the palette, and whether Enter was pressed and has not opened anything yet. */
export interface Typed {
  readonly text: string
  readonly isEntered: boolean
}

export const NOTHING_TYPED: Typed = { text: '', isEntered: false }

/** As a field takes a key at its end. */
export function withKey({ text, isEntered }: Typed, key: string): Typed {
  if (key === 'Enter') return { text, isEntered: true }
  return { text: key === 'Backspace' ? text.slice(0, -1) : text + key, isEntered }
}
