import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface PanelProps {
  readonly title: string
  /** Controls and links beside the title. */
  readonly tools?: ComponentChildren
  /** Width in columns on a wide screen. */
  readonly span?: 1 | 2 | 3
  readonly children: ComponentChildren
}

/** A titled part of a page. */
export function Panel({ title, tools, span = 1, children }: PanelProps) {
  const id = useId()
  return (
    <section class="panel" data-span={span} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {tools ? <div class="tools">{tools}</div> : null}
      </header>
      {children}
    </section>
  )
}
