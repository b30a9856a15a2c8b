import { useId } from 'preact/hooks'
import './tape-view-menu.css'
import { Switch } from '../../ui/form/switch.tsx'
import { OPTIONAL_COLUMNS } from './tape-columns.tsx'
import { DENSITIES, type TapeView, USUAL_VIEW } from './tape-view.ts'

interface TapeViewMenuProps {
  readonly view: TapeView
  readonly onView: (view: TapeView) => void
}

/** Chooses columns and density. Escape and a click outside close it. */
export function TapeViewMenu({ view, onView }: TapeViewMenuProps) {
  const id = useId()
  const turn = (title: string) => {
    const hidden = new Set(view.hidden)
    if (!hidden.delete(title)) hidden.add(title)
    onView({ ...view, hidden })
  }
  return (
    <>
      <button type="button" popovertarget={id} aria-controls={id}>
        View
      </button>
      <div id={id} popover="auto" class="tape-view" role="dialog" aria-label="View of the tape">
        <Switch
          label="Density"
          options={DENSITIES}
          value={view.density}
          onChange={(density) => onView({ ...view, density })}
        />
        <fieldset>
          <legend>Columns</legend>
          {OPTIONAL_COLUMNS.map((title) => (
            <label class="check" key={title}>
              <input type="checkbox" checked={!view.hidden.has(title)} onChange={() => turn(title)} />
              {title}
            </label>
          ))}
        </fieldset>
        <button type="button" class="link" onClick={() => onView(USUAL_VIEW)}>
          Show all
        </button>
      </div>
    </>
  )
}
