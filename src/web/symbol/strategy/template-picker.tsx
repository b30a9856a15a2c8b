import { useState } from 'preact/hooks'
import { TEMPLATES, type TemplateName } from '../../../analytics/domain/strategies/template-recipes.ts'
import { ask } from '../../client.ts'
import { useSubmit } from '../../submit.ts'
import { useDated } from '../../travel.ts'
import { FormProblem } from '../../ui/form/form-problem.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Empty } from '../../ui/states.tsx'
import { ExpirationSelect } from '../expiration-select.tsx'
import { templatePath, templateTitle } from './template-picture.ts'

interface TemplatePickerProps {
  readonly symbol: string
  readonly expirations: readonly { readonly expiration_date: string; readonly dte: number }[]
  /** Nothing is built yet: all templates are shown. */
  readonly isFirst: boolean
  readonly onLegs: (legs: readonly string[]) => void
}

const SIDES = [
  ['bought', 'As named'],
  ['sold', 'Reversed'],
] as const
const RIGHTS = [
  ['call', 'Calls'],
  ['put', 'Puts'],
] as const
const USUAL_DTE = 30

/** Option strategies by name; one is found in the chain by days, delta and width, and can then be changed. */
export function TemplatePicker({ symbol, expirations, isFirst, onLegs }: TemplatePickerProps) {
  const dated = useDated()
  const submission = useSubmit()
  const [side, setSide] = useState<(typeof SIDES)[number][0]>('bought')
  const [right, setRight] = useState<(typeof RIGHTS)[number][0]>('call')
  const [date, setDate] = useState<string | null>(null)
  const ahead = expirations.filter(({ dte }) => dte > 0)
  const usual = ahead.toSorted((a, b) => Math.abs(a.dte - USUAL_DTE) - Math.abs(b.dte - USUAL_DTE))[0]
  const chosen = ahead.find(({ expiration_date: each }) => each === date) ?? usual
  const choose = (template: TemplateName) =>
    submission.run(async () => {
      const input = { symbol, template, dte: chosen?.dte, option_type: right, short: side === 'sold', ...dated }
      const { legs } = await ask('strategy_analysis', { ...input, price_steps: 5, date_steps: 1 })
      onLegs(legs.map((leg) => `${leg.quantity} ${leg.option_symbol?.replaceAll(' ', '') ?? 'stock'}`))
    })
  if (!chosen) return <Empty next="Choose another symbol or date.">No expiration is ahead.</Empty>
  const form = (
    <>
      <div class="template-options">
        <ExpirationSelect label="Expiration" expirations={ahead} value={chosen.expiration_date} onChange={setDate} />
        <Switch
          label="Calls or puts, where a template has a choice"
          options={RIGHTS}
          value={right}
          onChange={setRight}
        />
        <Switch label="Bought or sold" options={SIDES} value={side} onChange={setSide} />
      </div>
      <ul class="templates">
        {TEMPLATES.map((name) => (
          <li key={name}>
            <button type="button" disabled={submission.isBusy} onClick={() => void choose(name)}>
              <svg viewBox="0 0 60 30" aria-hidden="true" data-side={side}>
                <path d={templatePath(name, right === 'call')} />
              </svg>
              {templateTitle(name)}
            </button>
          </li>
        ))}
      </ul>
      <FormProblem of={submission} />
    </>
  )
  if (isFirst) return form
  return (
    <details>
      <summary>Start again from a template</summary>
      {form}
    </details>
  )
}
