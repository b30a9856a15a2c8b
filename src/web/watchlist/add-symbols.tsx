import { useState } from 'preact/hooks'
import { listOf } from '../alerts/criteria.ts'
import { ask } from '../client.ts'
import { useSubmit } from '../submit.ts'
import { FormProblem } from '../ui/form/form-problem.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { watchAgain } from './use-watchlist.ts'

/** Adds symbols by their tickers. */
export function AddSymbols({ onAdded }: { readonly onAdded: () => void }) {
  const submission = useSubmit()
  const [text, setText] = useState('')
  const wanted = listOf(text).map((symbol) => symbol.toUpperCase())
  const refused = Object.keys(submission.problem?.fields ?? {}).flatMap(
    (path) => wanted[Number(path.split('.')[1])] ?? [],
  )
  const add = async () => {
    if (wanted.length === 0) return
    if (!(await submission.run(() => ask('change_watchlist', { add: wanted })))) return
    setText('')
    watchAgain()
    onAdded()
  }
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextField
        label="Add symbols"
        placeholder="SPY, NVDA"
        value={text}
        onValue={setText}
        error={refused.length > 0 ? `Not listed here: ${refused.join(', ')}` : undefined}
      />
      <button type="submit" disabled={submission.isBusy}>
        Add
      </button>
      {submission.problem && refused.length === 0 ? <FormProblem of={submission} /> : null}
    </form>
  )
}
