import { escapeHtml } from '../../lib/text/escape-html.ts'

/** Text that is already HTML. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Fragment = Html | string | number | undefined | readonly Fragment[]

/** A template that escapes its values, unless they are HTML; `undefined` is omitted. */
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
