import { useEffect, useState } from 'preact/hooks'
import { useAnswer } from '../answer.ts'
import { type AnswerOf, ask, type InputOf } from '../client.ts'
import { type Submission, useSubmit } from '../submit.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormProblem } from '../ui/form/form-problem.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { BOUND_NAMES, type BoundTexts, boundsOf, previewWords, textsOf } from './bounds.ts'

type Watchlist = AnswerOf<'show_watchlist'>
type Change = Pick<InputOf<'change_watchlist'>, 'thresholds' | 'symbol_thresholds'>

const LABELS: Readonly<Record<keyof BoundTexts, readonly [string, string]>> = {
  premium_min: ['Premium from', 'USD, 500K or more'],
  unusual_score_min: ['Score from', '80 to 100'],
  size_min: ['Contracts from', 'of both kinds'],
}
const USUAL: BoundTexts = { premium_min: '500000', unusual_score_min: '95', size_min: '1' }
const PAUSE_MS = 500

interface BoundsDialogProps {
  readonly of: Watchlist
  /** Null for the bounds of all symbols. */
  readonly symbol: string | null
  readonly close: () => void
  readonly onSaved: () => void
}

/** Which prints notify: the bounds of all symbols or of one, and how many notifications they would have made. */
export function BoundsDialog({ of, symbol, close, onSaved }: BoundsDialogProps) {
  const submission = useSubmit()
  const own = of.symbol_thresholds?.find((it) => it.symbol === symbol)
  const [texts, setTexts] = useState(textsOf(symbol === null ? of.thresholds : own))
  const change = changeOf(symbol, texts)
  const inherited = symbol === null ? USUAL : { ...USUAL, ...knownTexts(textsOf(of.thresholds)) }
  const save = async () => {
    if (await submission.run(() => ask('change_watchlist', change))) onSaved()
  }
  return (
    <Dialog title={symbol === null ? 'Notifications of the watchlist' : `Notifications of ${symbol}`} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <p class="quiet">
          A whale trade notifies from a premium on, an unusual print from a score on.{' '}
          {symbol === null ? 'Empty fields have the usual bounds.' : 'Empty fields have the bounds of all symbols.'}
        </p>
        <div class="watch-bounds">
          {BOUND_NAMES.map((name) => (
            <TextField
              key={name}
              label={LABELS[name][0]}
              hint={LABELS[name][1]}
              inputMode="decimal"
              placeholder={inherited[name]}
              value={texts[name]}
              onValue={(value) => setTexts({ ...texts, [name]: value })}
              error={errorOf(submission, name)}
            />
          ))}
        </div>
        <Preview of={of} change={change} />
        {submission.problem && BOUND_NAMES.every((name) => errorOf(submission, name) === undefined) ? (
          <FormProblem of={submission} />
        ) : null}
        <div class="dialog-acts">
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={submission.isBusy}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function changeOf(symbol: string | null, texts: BoundTexts): Change {
  const bounds = boundsOf(texts)
  return symbol === null ? { thresholds: bounds } : { symbol_thresholds: [{ symbol, ...bounds }] }
}

function knownTexts(texts: BoundTexts): Partial<BoundTexts> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

function errorOf({ error }: Submission, name: keyof BoundTexts): string | undefined {
  return error(`thresholds.${name}`) ?? error(`symbol_thresholds.0.${name}`)
}

/** Asked again when the fields have rested. */
function Preview({ of, change }: { readonly of: Watchlist; readonly change: Change }) {
  const key = JSON.stringify(change)
  const [settled, setSettled] = useState(change)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(change), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key])
  const given = settled.symbol_thresholds
  const others = (of.symbol_thresholds ?? []).filter(({ symbol }) => symbol !== given?.[0]?.symbol)
  const input = given ? { symbol_thresholds: [...others, ...given] } : settled
  const { answer, problem, isLoading } = useAnswer('preview_watchlist', of.symbols.length === 0 ? null : input)
  return (
    <p class="watch-preview" role="status">
      {isLoading ? 'Counting recent sessions…' : answer && !problem ? previewWords(answer) : ''}
    </p>
  )
}
