import type { ComponentChildren } from 'preact'
import { Explained } from './explained.tsx'

interface FigureProps {
  readonly label: string
  readonly value: ComponentChildren
  /** Name of the number as `/methodology` lists it. */
  readonly field?: string
  readonly asOf?: string | undefined
  /** Colours by sign; the sign itself stands in the value. */
  readonly sign?: number | null | undefined
  readonly note?: ComponentChildren
}

/** One number with its name. */
export function Figure({ label, value, field, asOf, sign, note }: FigureProps) {
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
