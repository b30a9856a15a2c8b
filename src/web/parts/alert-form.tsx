import { allows } from '../../domain/accounts/plan.ts'
import { SOURCE_CAPABILITY } from '../../domain/alerts/alert-rule.ts'
import type { AlertSource } from '../../domain/alerts/criteria.ts'
import { RECOMMENDED_COOLDOWN_MINUTES } from '../../domain/notifications/cooldown.ts'
import type { Alert, Draft } from '../alerts/draft.ts'
import { useAccount } from '../session.tsx'
import type { Submission } from '../submit.ts'
import { ChannelChoice } from './channel-choice.tsx'
import { CriteriaFields } from './criteria-fields.tsx'
import { Field } from './field.tsx'
import { FormProblem } from './form-problem.tsx'
import { Panel } from './panel.tsx'
import { TextField } from './text-field.tsx'

interface AlertFormProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly submission: Submission
  readonly save: () => Promise<unknown>
  /** The rule as it is saved; null for a new one. */
  readonly known: Alert | null
  readonly note?: string
}

const SOURCES: readonly (readonly [AlertSource, string])[] = [
  ['option_flow', 'Option flow'],
  ['trade_idea', 'Trade ideas'],
]

/** All of a rule. The source of one that exists stays: another source has other criteria. */
export function AlertForm({ draft, onDraft, submission, save, known, note = '' }: AlertFormProps) {
  const change = (part: Partial<Draft>) => onDraft({ ...draft, ...part })
  const error = (field: string) => errorUnder(submission, field)
  return (
    <Panel title="Rule">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={100}
          value={draft.name}
          onValue={(name) => change({ name })}
          error={error('name')}
        />
        <SourceChoice
          source={draft.source}
          isFixed={known !== null}
          onSource={(source) => change({ source, values: {} })}
        />
        <h3>All of these must hold</h3>
        <CriteriaFields
          source={draft.source}
          values={draft.values}
          onValues={(values) => change({ values })}
          error={(name) => error(`criteria.${name}`)}
        />
        <h3>How you are told</h3>
        <ChannelChoice
          channels={draft.channels}
          onChannels={(channels) => change({ channels })}
          error={error('channels')}
        />
        <WebhookUrl draft={draft} change={change} known={known} error={error('webhook_url')} />
        <Timing draft={draft} change={change} error={error('cooldown_minutes')} />
        <label class="check">
          <input
            type="checkbox"
            checked={draft.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
          Look for it
        </label>
        <FormProblem of={submission} what="This rule" />
        <p class="row">
          <button type="submit" class="primary" disabled={submission.isBusy}>
            {known ? 'Save' : 'Make the alert'}
          </button>
          <span role="status" class="quiet">
            {note}
          </span>
        </p>
      </form>
    </Panel>
  )
}

interface SourceChoiceProps {
  readonly source: AlertSource
  readonly isFixed: boolean
  readonly onSource: (source: AlertSource) => void
}

function SourceChoice({ source, isFixed, onSource }: SourceChoiceProps) {
  const { plan } = useAccount()
  return (
    <fieldset>
      <legend>It looks at</legend>
      <div class="row">
        {SOURCES.map(([value, title]) => {
          const isHeld = allows(plan, SOURCE_CAPABILITY[value])
          return (
            <label key={value} class="check">
              <input
                type="radio"
                name="source"
                checked={source === value}
                disabled={isFixed || !isHeld}
                onChange={() => onSource(value)}
              />
              {title}
              {isHeld ? null : <small class="quiet">with the Theta plan</small>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

interface PartProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly error: string | undefined
}

function WebhookUrl({ draft, change, known, error }: PartProps & { readonly known: Alert | null }) {
  const { plan } = useAccount()
  if (!allows(plan, 'webhook_channel')) {
    return <p class="quiet">A webhook of its own comes with the Vega plan.</p>
  }
  const current = known?.webhook_url ?? null
  return (
    <>
      <TextField
        label="Webhook URL of its own"
        type="url"
        value={draft.webhookUrl}
        onValue={(webhookUrl) => change({ webhookUrl, removesUrl: false })}
        error={error}
        placeholder={current ?? 'https://hooks.example.com/alerts'}
        hint={
          current === null
            ? 'Empty: that of the settings. The URL stays secret; the channel Webhook must be chosen.'
            : `Set to ${current}. Type another one to replace it.`
        }
      />
      {current === null ? null : (
        <label class="check">
          <input
            type="checkbox"
            checked={draft.removesUrl}
            onChange={(event) => change({ removesUrl: event.currentTarget.checked, webhookUrl: '' })}
          />
          Remove this URL
        </label>
      )}
    </>
  )
}

function Timing({ draft, change, error }: PartProps) {
  const isShort = Number(draft.cooldown) < RECOMMENDED_COOLDOWN_MINUTES
  return (
    <div class="criteria">
      <TextField
        label="Cooldown (minutes)"
        type="number"
        min={0}
        step={1}
        value={draft.cooldown}
        onValue={(cooldown) => change({ cooldown })}
        error={error}
        hint={
          isShort
            ? `${RECOMMENDED_COOLDOWN_MINUTES} or more are recommended: you may be told very often.`
            : 'Least time between two notifications of one symbol.'
        }
      />
      <Field label="Priority" hint="High always notifies at once; normal respects quiet hours and digests.">
        {(ids) => (
          <select
            {...ids}
            value={draft.priority}
            onChange={(event) => change({ priority: event.currentTarget.value === 'high' ? 'high' : 'normal' })}
          >
            <option value="normal">Normal</option>
            <option value="high">High</option>
          </select>
        )}
      </Field>
    </div>
  )
}

/** Of a field or of any part of it: `criteria.symbols.2` belongs to `criteria.symbols`. */
function errorUnder({ problem }: Submission, field: string): string | undefined {
  const found = Object.entries(problem?.fields ?? {}).find(([path]) => path === field || path.startsWith(`${field}.`))
  return found?.[1]
}
