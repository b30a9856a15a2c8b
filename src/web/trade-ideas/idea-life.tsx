import type { ComponentChildren } from 'preact'
import { format } from '../format.ts'
import { Panel } from '../ui/panel.tsx'
import { type Idea, outcomeWords, signedR } from './idea-cells.tsx'

/** The history of an idea, and its end. */
export function IdeaLife({ idea }: { readonly idea: Idea }) {
  const isOpen = idea.ended_at === null
  return (
    <Panel title="Timeline">
      <ol class="idea-life">
        <Step title="Created" at={idea.generated_at}>
          at {format.price(idea.entry_price)} by the {idea.pipeline} pipeline
        </Step>
        <Step title="Best price" at={null}>
          {format.price(idea.peak_price)}
          {idea.direction === 'neutral' ? ', the nearest to an end of its range' : ''}
        </Step>
        <Step title="Last updated" at={idea.updated_at}>
          at {format.price(idea.current_price)}
        </Step>
        {isOpen ? (
          <Step title="Expires" at={idea.expires_at} isAhead>
            at the close of the last session of its horizon, or earlier at target or stop
          </Step>
        ) : (
          <Step title={`Ended: ${outcomeWords(idea)}`} at={idea.ended_at}>
            at {format.price(idea.exit_price)}, {format.signedPct(idea.outcome_pct)}, {signedR(idea.outcome_r)}
          </Step>
        )}
      </ol>
    </Panel>
  )
}

interface StepProps {
  readonly title: string
  readonly at: string | null
  readonly isAhead?: boolean
  readonly children: ComponentChildren
}

function Step({ title, at, isAhead = false, children }: StepProps) {
  return (
    <li data-state={isAhead ? 'ahead' : 'done'}>
      <b>{title}</b>
      {at ? <time dateTime={at}>{format.dateTime(at)}</time> : null}
      <small>{children}</small>
    </li>
  )
}
