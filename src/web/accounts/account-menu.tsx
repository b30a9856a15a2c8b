import { useId, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { PATHS } from '../paths.ts'
import { useSubmit } from '../submit.ts'
import { PaletteSwitch } from '../ui/palette-switch.tsx'
import { useSession } from './session.tsx'
import './account-menu.css'

/** The signed-in account, and the sign-out. */
export function AccountMenu() {
  const { account, signOut } = useSession()
  const { route } = useLocation()
  const submission = useSubmit()
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!account) return null
  const leave = async () => {
    if (await submission.run(signOut)) route(PATHS.signIn)
  }
  return (
    <>
      <button
        type="button"
        class="icon account-button"
        popovertarget={id}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`Account ${account.email}`}
        title={account.email}
      >
        <span aria-hidden="true">{account.email.charAt(0).toUpperCase()}</span>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        class="account-panel"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <p class="account-email">{account.email}</p>
        <p class="quiet">{account.plan.charAt(0).toUpperCase() + account.plan.slice(1)} plan</p>
        <ul>
          <li>
            <a href={PATHS.account} onClick={() => panel.current?.hidePopover()}>
              Account
            </a>
          </li>
          <li>
            <a href={PATHS.security} onClick={() => panel.current?.hidePopover()}>
              Security
            </a>
          </li>
          <li>
            <a href={PATHS.settings} onClick={() => panel.current?.hidePopover()}>
              Settings
            </a>
          </li>
        </ul>
        <p class="quiet">Up and down</p>
        <PaletteSwitch />
        <button type="button" class="sign-out" onClick={leave} disabled={submission.isBusy}>
          Sign out
        </button>
        {submission.problem ? <p class="error">{submission.problem.message}</p> : null}
      </div>
    </>
  )
}
