import { useState } from 'preact/hooks'
import { SCREEN_PRESETS } from '../../analytics/domain/screener/screen-presets.ts'
import { useAnswer } from '../answer.ts'
import { ask } from '../client.ts'
import { useBell } from '../notifications/feed/provider.tsx'
import { pathTo } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { FormProblem } from '../ui/form/form-problem.tsx'
import { SavedDialog } from '../ui/form/saved-dialog.tsx'
import '../ui/form/saved-choices.css'
import { hasSameRows, isSameScreen, type Screen, screenOf, storedOf } from './screen-query.ts'

interface ScreenChoicesProps {
  readonly screen: Screen
  /** Replaces the screen. */
  readonly onScreen: (screen: Screen) => void
}

/** Presets, the saved screens of the account, and whether new symbols of the shown one notify. */
export function ScreenChoices({ screen, onScreen }: ScreenChoicesProps) {
  const saved = useAnswer('list_screens', {})
  const { isAllowed } = useBell()
  const alerts = useAnswer('list_alerts', isAllowed ? { limit: 100 } : null)
  const [isOpen, setOpen] = useState(false)
  const own = (saved.answer?.data ?? []).map((each) => ({ ...each, screen: screenOf(each.screen) }))
  const rules = (alerts.answer?.data ?? []).filter(({ source, enabled }) => source === 'screen' && enabled)
  const ruleOf = (of: Screen) => rules.find(({ criteria }) => hasSameRows(screenOf(criteria), of))
  const isSavable = screen.filters.length > 0 || screen.symbols.length > 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a second frame around the choices
    <div class="saved-choices" role="group" aria-label="Presets and saved screens">
      {Object.values(SCREEN_PRESETS).map((preset) => (
        <Apply key={preset.title} title={preset.title} of={screenOf(preset)} shown={screen} onScreen={onScreen} />
      ))}
      {own.map(({ id, name, screen: of }) => (
        <Apply key={id} title={name} of={of} shown={screen} onScreen={onScreen} isRinging={ruleOf(of) !== undefined} />
      ))}
      {isSavable || own.length > 0 ? (
        <button type="button" class="link" onClick={() => setOpen(true)}>
          Save and manage
        </button>
      ) : null}
      {screen.filters.length > 0 ? (
        <Ring
          screen={screen}
          name={own.find((each) => hasSameRows(each.screen, screen))?.name}
          rule={ruleOf(screen)}
          reload={alerts.reload}
        />
      ) : null}
      {isOpen ? (
        <SavedDialog
          title="Saved screens"
          label="Name of the screen of this page"
          nothing="Set a filter on the page to save its screen here."
          saved={own}
          create={isSavable ? (name) => ask('create_screen', { name, screen: storedOf(screen) }) : null}
          rename={(id, name) => ask('change_screen', { id, name })}
          remove={(id) => ask('delete_screen', { id })}
          reload={saved.reload}
          close={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

interface ApplyProps {
  readonly title: string
  readonly of: Screen
  readonly shown: Screen
  readonly onScreen: (screen: Screen) => void
  readonly isRinging?: boolean
}

function Apply({ title, of, shown, onScreen, isRinging = false }: ApplyProps) {
  return (
    <button
      type="button"
      aria-pressed={isSameScreen(of, shown)}
      title={of.filters.join(', ')}
      onClick={() => onScreen(of)}
    >
      {title}
      {isRinging ? <small class="screen-rings"> notifies</small> : null}
    </button>
  )
}

interface RingProps {
  readonly screen: Screen
  /** Of the same screen, where it is saved. */
  readonly name: string | undefined
  /** The alert on the same filters, where there is one. */
  readonly rule: { readonly id: string; readonly name: string } | undefined
  readonly reload: () => void
}

/** Makes an alert of the filters, or leads to it. */
function Ring({ screen: { filters, symbols }, name, rule, reload }: RingProps) {
  const submission = useSubmit()
  if (rule) {
    return (
      <span class="screen-ring">
        New symbols notify you: <a href={pathTo('alert', { id: rule.id })}>{rule.name}</a>
      </span>
    )
  }
  const criteria = { filters: [...filters], ...(symbols.length > 0 && { symbols: [...symbols] }) }
  const create = () =>
    submission.run(async () => {
      await ask('create_alert', { name: (name ?? filters.join(', ')).slice(0, 100), source: 'screen', criteria })
      reload()
    })
  return (
    <>
      <button type="button" disabled={submission.isBusy} onClick={() => void create()}>
        Notify me of new symbols
      </button>
      <FormProblem of={submission} what="An alert on a screen" />
    </>
  )
}
