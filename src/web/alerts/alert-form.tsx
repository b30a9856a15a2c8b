import { allows, planTitle, REQUIRED_PLAN } from '../../accounts/domain/plan.ts'
import type { AlertSource } from '../../alerts/contract/criteria.ts'
import { SOURCE_CAPABILITY } from '../../alerts/domain/alert-rule.ts'
import { RECOMMENDED_COOLDOWN_MINUTES } from '../../notifications/domain/cooldown.ts'
import { useAccount } from '../accounts/session.tsx'
import type { Submission } from '../submit.ts'
import { Field } from '../ui/form/field.tsx'
import { FormProblem } from '../ui/form/form-problem.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Panel } from '../ui/panel.tsx'
import { ChannelChoice } from './channel-choice.tsx'
import { SOURCE_TITLES } from './criteria.ts'
import { CriteriaFields } from './criteria-fields.tsx'
import type { Alert, Draft } from './draft.ts'

interface AlertFormProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly submission: Submission
  readonly save: () => Promise<unknown>
  /** The saved rule; null for a new one. */
  readonly savedRule: Alert | null
  readonly note?: string
}

const SOURCES = ['option_flow', 'trade_idea', 'market_level', 'screen'] as const satisfies readonly AlertSource[]

/** The form of a rule. The source of an existing rule cannot change, because another source has other criteria. */
export function AlertForm({ draft, onDraft, submission, save, savedRule, note = '' }: AlertFormProps) {
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
          isFixed={savedRule !== null}
          onSource={(source) => change({ source, values: {} })}
        />
        <h3>All of these must be met</h3>
        <CriteriaFields
          source={draft.source}
          values={draft.values}
          onValues={(values) => change({ values })}
          error={(name) => error(`criteria.${name}`)}
        />
        <h3>Notification</h3>
        <ChannelChoice
          channels={draft.channels}
          onChannels={(channels) => change({ channels })}
          error={error('channels')}
        />
        <WebhookUrl draft={draft} change={change} savedRule={savedRule} error={error('webhook_url')} />
        <Timing draft={draft} change={change} error={error('cooldown_minutes')} />
        <label class="check">
          <input
            type="checkbox"
            checked={draft.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
          Alert is on
        </label>
        <FormProblem of={submission} what="This rule" />
        <p class="row">
          <button type="submit" class="primary" disabled={submission.isBusy}>
            {savedRule ? 'Save' : 'Create the alert'}
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
      <legend>Source</legend>
      <div class="row">
        {SOURCES.map((value) => {
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
              {SOURCE_TITLES[value]}
              {isHeld ? null : <small class="quiet">with {planTitle(REQUIRED_PLAN[SOURCE_CAPABILITY[value]])}</small>}
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

function WebhookUrl({ draft, change, savedRule, error }: PartProps & { readonly savedRule: Alert | null }) {
  const { plan } = useAccount()
  if (!allows(plan, 'webhook_channel')) {
    return <p class="quiet">A webhook for this alert needs {planTitle(REQUIRED_PLAN.webhook_channel)}.</p>
  }
  const current = savedRule?.webhook_url ?? null
  return (
    <>
      <TextField
        label="Webhook for this alert"
        type="url"
        value={draft.webhookUrl}
        onValue={(webhookUrl) => change({ webhookUrl, removesUrl: false })}
        error={error}
        placeholder={current ?? 'https://hooks.example.com/alerts'}
        hint={
          current === null
            ? 'Empty: the URL of the settings. The URL stays secret; select the channel Webhook.'
            : `Set to ${current}. Enter another one to replace it.`
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
            ? `${RECOMMENDED_COOLDOWN_MINUTES} or more are recommended; shorter cooldowns may notify very often.`
            : 'Minimum time between two notifications for one symbol.'
        }
      />
      <Field label="Priority" hint="High always notifies immediately; normal respects quiet hours and digests.">
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

/** The error of a field or of a part of it: `criteria.symbols.2` belongs to `criteria.symbols`. */
function errorUnder({ problem }: Submission, field: string): string | undefined {
  const found = Object.entries(problem?.fields ?? {}).find(([path]) => path === field || path.startsWith(`${field}.`))
  return found?.[1]
}
