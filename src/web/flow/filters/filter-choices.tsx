import { useState } from 'preact/hooks'
import { useAnswer } from '../../answer.ts'
import { ask } from '../../client.ts'
import '../../ui/form/saved-choices.css'
import { WhenNear } from '../../ui/when-near.tsx'
import { type FlowQuery, isSameQuery, readFlowQuery } from './flow-query.ts'
import { PRESETS } from './presets.ts'

/** Loaded when it is opened. */
const savedDialog = () => import('../../ui/form/saved-dialog.tsx')

interface FilterChoicesProps {
  readonly query: FlowQuery
  /** Replaces all filters. */
  readonly onQuery: (query: FlowQuery) => void
}

/** Presets and the saved filters of the account, which one click applies. */
export function FilterChoices({ query, onQuery }: FilterChoicesProps) {
  const saved = useAnswer('list_saved_filters', {})
  const [isOpen, setOpen] = useState(false)
  const own = saved.answer?.data ?? []
  const isFiltered = !isSameQuery(query, {})
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second frame around the filters
    <div class="saved-choices" role="group" aria-label="Presets and saved filters">
      {PRESETS.map(({ title, note, query: preset }) => (
        <Apply
          key={title}
          title={title}
          note={note}
          isOn={isSameQuery(query, preset)}
          onClick={() => onQuery(preset)}
        />
      ))}
      {own.map(({ id, name, filters }) => {
        const stored = readFlowQuery(textsOf(filters))
        return (
          <Apply
            key={id}
            title={name}
            note="Saved filter"
            isOn={isSameQuery(query, stored)}
            onClick={() => onQuery(stored)}
          />
        )
      })}
      {isFiltered || own.length > 0 ? (
        <button type="button" class="link" onClick={() => setOpen(true)}>
          Save and manage
        </button>
      ) : null}
      {isOpen ? (
        <WhenNear load={savedDialog}>
          {({ SavedDialog }) => (
            <SavedDialog
              title="Saved filters"
              label="Name of the filters of this page"
              nothing="Set filters on the page to save them here."
              saved={own}
              create={isFiltered ? (name) => ask('create_saved_filter', { name, filters: query }) : null}
              rename={(id, name) => ask('change_saved_filter', { id, name })}
              remove={(id) => ask('delete_saved_filter', { id })}
              reload={saved.reload}
              close={() => setOpen(false)}
            />
          )}
        </WhenNear>
      ) : null}
    </div>
  )
}

interface ApplyProps {
  readonly title: string
  readonly note: string
  readonly isOn: boolean
  readonly onClick: () => void
}

function Apply({ title, note, isOn, onClick }: ApplyProps) {
  return (
    <button type="button" aria-pressed={isOn} title={note} onClick={onClick}>
      {title}
    </button>
  )
}

function textsOf(filters: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]))
}
