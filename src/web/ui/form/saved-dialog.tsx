import { useState } from 'preact/hooks'
import { type AnswerOf, ask } from '../../client.ts'
import { useSubmit } from '../../submit.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormProblem } from '../../ui/form/form-problem.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { type FlowQuery, isSameQuery } from './flow-query.ts'

type Saved = AnswerOf<'list_saved_filters'>['data'][number]

interface SavedFiltersDialogProps {
  readonly query: FlowQuery
  readonly saved: readonly Saved[]
  readonly reload: () => void
  readonly close: () => void
}

/** Saves the filters of the page under a name, renames and deletes saved ones. */
export function SavedFiltersDialog({ query, saved, reload, close }: SavedFiltersDialogProps) {
  return (
    <Dialog title="Saved filters" close={close}>
      {isSameQuery(query, {}) ? (
        <p class="quiet">Set filters on the page to save them here.</p>
      ) : (
        <NewFilter query={query} onSaved={reload} />
      )}
      {saved.map((filter) => (
        <SavedFilter key={filter.id} filter={filter} reload={reload} />
      ))}
      <div class="dialog-acts">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

function NewFilter({ query, onSaved }: { readonly query: FlowQuery; readonly onSaved: () => void }) {
  const submission = useSubmit()
  const [name, setName] = useState('')
  const save = async () => {
    if (!(await submission.run(() => ask('create_saved_filter', { name, filters: query })))) return
    setName('')
    onSaved()
  }
  return (
    <form
      class="saved-filter"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField
        label="Name of the filters of this page"
        maxLength={60}
        value={name}
        onValue={setName}
        error={submission.error('name')}
      />
      <button type="submit" class="primary" disabled={submission.isBusy}>
        Save
      </button>
      {submission.problem && !submission.error('name') ? <FormProblem of={submission} /> : null}
    </form>
  )
}

function SavedFilter({ filter, reload }: { readonly filter: Saved; readonly reload: () => void }) {
  const { id } = filter
  const submission = useSubmit()
  const [name, setName] = useState(filter.name)
  const run = async (work: () => Promise<unknown>) => {
    if (await submission.run(work)) reload()
  }
  return (
    <form
      class="saved-filter"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => ask('change_saved_filter', { id, name }))
      }}
    >
      <TextField
        label={`Name of ${filter.name}`}
        maxLength={60}
        value={name}
        onValue={setName}
        error={submission.error('name')}
      />
      <button type="submit" disabled={submission.isBusy || name.trim() === filter.name}>
        Rename
      </button>
      <button
        type="button"
        class="danger"
        disabled={submission.isBusy}
        onClick={() => void run(() => ask('delete_saved_filter', { id }))}
      >
        Delete<span class="hidden"> {filter.name}</span>
      </button>
      {submission.problem && !submission.error('name') ? <FormProblem of={submission} /> : null}
    </form>
  )
}
