import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import { forgetAnswers } from './answer.ts'
import { keep, kept } from './browser.ts'
import { type AnswerOf, ask, onSignedOut, type Problem } from './client.ts'

/** Who is signed in: `null` is nobody, `undefined` not known yet. */
type Account = AnswerOf<'show_session'>

interface Session {
  readonly account: Account | null | undefined
  signedIn(account: Account): void
  signOut(): Promise<void>
  /** Looks again who is signed in: the plan or the standing may have changed. */
  renew(): void
}

const SessionContext = createContext<Session | null>(null)
/** Other tabs hear of it: signing out closes all. */
const CHANNEL = 'session'
/** Scripts cannot see the cookie: this tells that there was one, so that strangers do not ask for a refusal. */
const HINT = 'signed_in'
const RETRY_MS = 2_000

export function SessionProvider({ children }: { readonly children: ComponentChildren }) {
  const [account, setAccount] = useState<Account | null | undefined>(undefined)
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined
    const ended = () => {
      keep(HINT, null)
      setAccount(null)
    }
    const look = () => {
      if (kept(HINT) === null) return setAccount(null)
      return ask('show_session', {}).then(setAccount, ({ status }: Problem) => {
        if (status === 401) ended()
        else retry = setTimeout(look, RETRY_MS)
      })
    }
    const tabs = new BroadcastChannel(CHANNEL)
    tabs.onmessage = () => void look()
    onSignedOut.add(ended)
    void look()
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
    // The tab hears its own message too: another object listens.
    renew: tellTabs,
    signedIn(known) {
      forgetAnswers()
      keep(HINT, 'yes')
      setAccount(known)
      tellTabs()
    },
    async signOut() {
      await ask('sign_out', {})
      forgetAnswers()
      keep(HINT, null)
      setAccount(null)
      tellTabs()
    },
  }
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is for what stands inside SessionProvider.')
  return session
}

/** The account of a page that is shown to nobody without one. */
export function useAccount(): Account {
  const { account } = useSession()
  if (!account) throw new Error('useAccount is for pages that need a sign-in.')
  return account
}
