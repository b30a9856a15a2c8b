import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { clearAnswers } from '../answer.ts'
import { readStored, writeStored } from '../browser.ts'
import { type AnswerOf, ask, onSignedOut, type Problem } from '../client.ts'

/** The signed-in account: `null` if nobody is signed in, `undefined` while unknown. */
type Account = AnswerOf<'show_session'>

interface Session {
  readonly account: Account | null | undefined
  /** Whose sign-in session ended while a page was open; null after signing out. */
  readonly expired: Account | null
  signedIn(account: Account): void
  signOut(): Promise<void>
  /** Reads the account again, because plan or status may have changed. */
  renew(): void
}

const SessionContext = createContext<Session | null>(null)
/** Informs other tabs: signing out ends all of them. */
const CHANNEL = 'session'
/**
 * Scripts cannot see the cookie. This flag says that there was one, so that visitors without a session send no request.
 * `public/start.js` reads it, too, and begins the request.
 */
const HINT = 'signed_in'
const RETRY_MS = 2_000

export function SessionProvider({ children }: { readonly children: ComponentChildren }) {
  const [account, setAccount] = useState<Account | null | undefined>(undefined)
  const [expired, setExpired] = useState<Account | null>(null)
  const current = useRef(account)
  current.current = account
  const become = (next: Account | null, last: Account | null = null) => {
    setExpired(last)
    setAccount(next)
  }
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined
    const ended = () => {
      writeStored(HINT, null)
      if (current.current !== null) become(null, current.current ?? null)
    }
    const load = () => {
      // Another tab has signed out.
      if (readStored(HINT) === null) return become(null)
      return ask('show_session', {}).then(
        (it) => become(it),
        ({ status }: Problem) => {
          if (status === 401) ended()
          else retry = setTimeout(load, RETRY_MS)
        },
      )
    }
    const tabs = new BroadcastChannel(CHANNEL)
    tabs.onmessage = () => void load()
    onSignedOut.add(ended)
    void load()
    return () => {
      clearTimeout(retry)
      tabs.close()
      onSignedOut.delete(ended)
    }
  }, [])
  const tellTabs = () => {
    const tabs = new BroadcastChannel(CHANNEL)
    tabs.postMessage('changed')
    tabs.close()
  }
  const session: Session = {
    account,
    expired,
    // Another channel object of the same tab would receive the message too.
    renew: tellTabs,
    signedIn(account) {
      clearAnswers()
      writeStored(HINT, 'yes')
      become(account)
      tellTabs()
    },
    async signOut() {
      await ask('sign_out', {})
      clearAnswers()
      writeStored(HINT, null)
      become(null)
      tellTabs()
    },
  }
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession must be used inside SessionProvider.')
  return session
}

/** The account on a page that requires one. */
export function useAccount(): Account {
  const { account } = useSession()
  if (!account) throw new Error('useAccount must be used on a page that requires sign-in.')
  return account
}

interface MembersOnlyProps {
  readonly signIn: ComponentChildren
  readonly children: ComponentChildren
}

/**
 * The children for a signed-in user, else the sign-in. When the session ends while they are open, they stay behind the
 * sign-in and keep what was typed into them, for the same account.
 */
export function MembersOnly({ signIn, children }: MembersOnlyProps) {
  const session = useSession()
  const account = session.account ?? session.expired
  return (
    <>
      {account ? (
        <SessionContext.Provider key={account.email} value={{ ...session, account }}>
          <div hidden={!session.account}>{children}</div>
        </SessionContext.Provider>
      ) : null}
      {session.account ? null : signIn}
    </>
  )
}
