import type { ComponentChildren } from 'preact'
import { Explained } from './explained.tsx'

interface FigureProps {
  readonly label: string
  readonly value: ComponentChildren
  /** Field name as in `/methodology`. */
  readonly field?: string
  readonly asOf?: string | undefined
  /** Colours the value by its sign; the value also shows the sign. */
  readonly sign?: number | null | undefined
  readonly note?: ComponentChildren
  /** Which expirations the number covers. */
  readonly scope?: string | undefined
}

/** One number with its label. */
export function Figure({ label, value, field, asOf, sign, note, scope }: FigureProps) {
  return (
    <div class="figure">
      <dt>
        {field ? (
          <Explained field={field} asOf={asOf}>
            {label}
          </Explained>
        ) : (
          label
        )}
        {scope ? <small>{scope}</small> : null}
      </dt>
      <dd>
        <Signed sign={sign}>{value}</Signed>
        {note ? <small>{note}</small> : null}
      </dd>
    </div>
  )
}

export function Figures({ children }: { readonly children: ComponentChildren }) {
  return <dl class="figures">{children}</dl>
}

/** Text in the colour of a sign. */
export function Signed({
  sign,
  children,
}: {
  readonly sign: number | null | undefined
  readonly children: ComponentChildren
}) {
  const kind = !sign ? 'none' : sign > 0 ? 'up' : 'down'
  return (
    <span class="signed" data-sign={kind}>
      {children}
    </span>
  )
}
