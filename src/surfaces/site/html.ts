import { escapeHtml } from '../../lib/escape-html.ts'

/** Text that is HTML already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Fragment = Html | string | number | undefined | readonly Fragment[]

/** A template whose values are escaped, unless they are HTML themselves; `undefined` is left out. */
export function html(strings: TemplateStringsArray, ...values: readonly Fragment[]): Html {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) text += written(value) + (strings[index + 1] ?? '')
  return new Html(text)
}

function written(value: Fragment): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') {
    return escapeHtml(String(value))
  }
  return value.map(written).join('')
}
