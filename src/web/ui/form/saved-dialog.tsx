import { useState } from 'preact/hooks'
import './saved-dialog.css'
import { useSubmit } from '../../submit.ts'
import { Dialog } from '../dialog.tsx'
import { FormProblem } from './form-problem.tsx'
import { TextField } from './text-field.tsx'

interface Saved {
  readonly id: string
  readonly name: string
}

interface SavedDialogProps {
  readonly title: string
  /** Of the field for a new name. */
  readonly label: string
  /** What to do first, where there is nothing to save. */
  readonly nothing: string
  readonly saved: readonly Saved[]
  /** Saves what the page shows under a name; null where there is nothing to save. */
  readonly create: ((name: string) => Promise<unknown>) | null
  readonly rename: (id: string, name: string) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
  readonly reload: () => void
  readonly close: () => void
}

/** Saves what a page shows under a name, renames and deletes what was saved. */
export function SavedDialog({ title, label, nothing, saved, create, close, ...acts }: SavedDialogProps) {
  return (
    <Dialog title={title} close={close}>
      {create ? <NewName label={label} create={create} onSaved={acts.reload} /> : <p class="quiet">{nothing}</p>}
      {saved.map((each) => (
        <SavedName key={each.id} saved={each} {...acts} />
      ))}
      <div class="dialog-acts">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

interface NewNameProps {
  readonly label: string
  readonly create: (name: string) => Promise<unknown>
  readonly onSaved: () => void
}

function NewName({ label, create, onSaved }: NewNameProps) {
  const submission = useSubmit()
  const [name, setName] = useState('')
  const save = async () => {
    if (!(await submission.run(() => create(name)))) return
    setName('')
    onSaved()
  }
  return (
    <form
      class="saved-name"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextField label={label} maxLength={60} value={name} onValue={setName} error={submission.error('name')} />
      <button type="submit" class="primary" disabled={submission.isBusy}>
        Save
      </button>
      {submission.problem && !submission.error('name') ? <FormProblem of={submission} /> : null}
    </form>
  )
}

interface SavedNameProps extends Pick<SavedDialogProps, 'rename' | 'remove' | 'reload'> {
  readonly saved: Saved
}

function SavedName({ saved, rename, remove, reload }: SavedNameProps) {
  const { id } = saved
  const submission = useSubmit()
  const [name, setName] = useState(saved.name)
  const run = async (work: () => Promise<unknown>) => {
    if (await submission.run(work)) reload()
  }
  return (
    <form
      class="saved-name"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => rename(id, name))
      }}
    >
      <TextField
        label={`Name of ${saved.name}`}
        maxLength={60}
        value={name}
        onValue={setName}
        error={submission.error('name')}
      />
      <button type="submit" disabled={submission.isBusy || name.trim() === saved.name}>
        Rename
      </button>
      <button type="button" class="danger" disabled={submission.isBusy} onClick={() => void run(() => remove(id))}>
        Delete<span class="hidden"> {saved.name}</span>
      </button>
      {submission.problem && !submission.error('name') ? <FormProblem of={submission} /> : null}
    </form>
  )
}
