import { type ComponentType, render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import '../theme.css'
import './view.css'
import { format } from '../format.ts'
import { type Fields, outcomeOf, type ToolOutcome, textIn } from './answer-fields.ts'
import { connectHost, fieldsOf, type Host } from './host.ts'
import { applyTheme } from './host-theme.ts'

export interface ViewProps {
  readonly answer: Fields
  readonly symbol: string
  /** What the tool was called with. */
  readonly input: Fields
  /** Calls a tool through the host; null where the host offers none. */
  readonly callTool: Host['callTool']
}

interface ShownViewProps {
  readonly title: string
  readonly component: ComponentType<ViewProps>
}

/** Draws what a tool answered, in a frame of a host. */
export function showView(title: string, component: ComponentType<ViewProps>): void {
  const place = document.getElementById('view')
  if (place) render(<ShownView title={title} component={component} />, place)
}

function ShownView({ title, component: Component }: ShownViewProps) {
  const [outcome, setOutcome] = useState<ToolOutcome | null>(null)
  const [input, setInput] = useState<Fields>({})
  const [host, setHost] = useState<Host | null>(null)
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const events = {
      onInput: (args: unknown) => setInput(fieldsOf(args)),
      onResult: (result: unknown) => setOutcome(outcomeOf(result)),
      onCancelled: () => setOutcome((before) => before ?? { problem: 'The call was cancelled.' }),
      onContext: applyTheme,
    }
    connectHost(window, events).then(setHost, () => setOutcome({ problem: 'This view needs a host.' }))
  }, [])
  useEffect(() => {
    const element = place.current
    if (!host || !element) return undefined
    const observer = new ResizeObserver(() => {
      const { height, width } = element.getBoundingClientRect()
      // A host hides a frame of height 0.
      host.reportSize(Math.max(1, Math.ceil(height)), Math.ceil(width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [host])
  return (
    <main ref={place} aria-busy={outcome === null}>
      {outcome === null ? <p role="status">Waiting for the answer…</p> : null}
      {outcome && 'problem' in outcome ? <p role="alert">{outcome.problem}</p> : null}
      {outcome && 'answer' in outcome ? (
        <>
          <h1>
            {textIn(outcome.answer, 'symbol') ?? ''} {title}
          </h1>
          <Component
            answer={outcome.answer}
            symbol={textIn(outcome.answer, 'symbol') ?? ''}
            input={input}
            callTool={host?.callTool ?? null}
          />
          <Source answer={outcome.answer} />
        </>
      ) : null}
    </main>
  )
}

/** From when and where the numbers are, which every answer says. */
function Source({ answer }: { readonly answer: Fields }) {
  const asOf = textIn(answer, 'as_of')
  const time = asOf !== null && !Number.isNaN(Date.parse(asOf)) ? format.dateTime(asOf) : 'an unknown time'
  return (
    <p class="quiet">
      As of {time}, source: {textIn(answer, 'source') ?? 'unknown'}. Research data, not advice.
    </p>
  )
}
