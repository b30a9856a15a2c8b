import { useEffect, useState } from 'preact/hooks'
import { MESSAGES_PER_MINUTE } from '../../../accounts/domain/connected-app.ts'
import { allows, REQUIRED_PLAN } from '../../../accounts/domain/plan.ts'
import { useAnswer } from '../../answer.ts'
import { type AnswerOf, ask } from '../../client.ts'
import { PATHS } from '../../paths.ts'
import { useSubmit } from '../../submit.ts'
import { FormProblem } from '../../ui/form/form-problem.tsx'
import { Answered, PlanNotice } from '../../ui/states.tsx'
import { useAccount, useSession } from '../session.tsx'
import './authorize.css'

type Review = AnswerOf<'review_authorization'>
type App = NonNullable<Review['app']>

/** Asks the account whether an app may read market data for it. The app opened this page with its request as the query. */
export function AuthorizePage() {
  const query = location.search.slice(1)
  const review = useAnswer('review_authorization', query === '' ? null : { query })
  return (
    <section class="card consent">
      <h1>Connect an app</h1>
      {query === '' ? <p>An app opens this page when it wants to connect. Start in the app.</p> : null}
      {query === '' ? null : <Answered of={review}>{(answer) => <Reviewed review={answer} query={query} />}</Answered>}
    </section>
  )
}

function Reviewed({ review, query }: { readonly review: Review; readonly query: string }) {
  const { app, redirect_to: to, refusal } = review
  useEffect(() => {
    if (to !== null) location.assign(to)
  }, [to])
  if (refusal !== null) return <p role="alert">{refusal}</p>
  if (app === null) return <Returning to={to ?? ''} />
  return <Consent app={app} missing={review.missing} query={query} />
}

/** The browser may not follow the address of a desktop program by itself. */
function Returning({ to }: { readonly to: string }) {
  return (
    <p role="status">
      Returning to the app… If nothing happens, <a href={to}>continue here</a>.
    </p>
  )
}

interface ConsentProps {
  readonly app: App
  readonly missing: readonly string[]
  readonly query: string
}

function Consent({ app, missing, query }: ConsentProps) {
  const { email } = useAccount()
  const answer = useAnswered(query)
  const { submission, returning } = answer
  if (answer.refusal !== null) return <p role="alert">{answer.refusal}</p>
  if (returning !== null) return <Returning to={returning} />
  return (
    <>
      <p>
        <strong class="app-name">{app.name}</strong> wants to read market data as <strong>{email}</strong>.
      </p>
      <Origin app={app} />
      <p>
        It may call the read-only tools of this service: quotes, chains, analytics, flow, trade ideas and your
        watchlist.
      </p>
      <p class="quiet">
        At most {MESSAGES_PER_MINUTE} messages a minute, together with your API keys. It can change nothing, and does
        not get your password. It ends after 180 days, and you can end it at any time under{' '}
        <a href={PATHS.connectedApps}>Connected apps</a>.
      </p>
      <FormProblem of={submission} what="Connected apps" />
      {missing.length > 0 ? <Missing missing={missing} /> : null}
      <div class="acts">
        {missing.length === 0 ? (
          <button type="button" class="primary" disabled={submission.isBusy} onClick={() => answer.give('allow')}>
            Allow
          </button>
        ) : null}
        <button type="button" disabled={submission.isBusy} onClick={() => answer.give('deny')}>
          Cancel
        </button>
      </div>
      <OtherAccount />
    </>
  )
}

function useAnswered(query: string) {
  const submission = useSubmit()
  const [given, setGiven] = useState<AnswerOf<'decide_authorization'> | null>(null)
  return {
    submission,
    refusal: given?.refusal ?? null,
    returning: given?.redirect_to ?? null,
    give: (decision: 'allow' | 'deny') =>
      void submission.run(async () => {
        const answer = await ask('decide_authorization', { query, decision })
        setGiven(answer)
        if (answer.redirect_to !== null) location.assign(answer.redirect_to)
      }),
  }
}

/** Names can be invented, so the page says who publishes them and where the answer goes. */
function Origin({ app }: { readonly app: App }) {
  return (
    <>
      <dl class="origin">
        <dt>Name</dt>
        <dd>{app.publisher === null ? 'not checked' : `published by ${app.publisher}`}</dd>
        <dt>Returns to</dt>
        <dd>
          <strong>{app.returns_to}</strong>
        </dd>
      </dl>
      {app.is_local ? <p>This is an app on this computer. Allow only what you have just started.</p> : null}
    </>
  )
}

function Missing({ missing }: { readonly missing: readonly string[] }) {
  const { plan } = useAccount()
  const isPlanAlone = missing.length === 1 && !allows(plan, 'mcp')
  if (isPlanAlone) return <PlanNotice plan={REQUIRED_PLAN.mcp} what="Connected apps" />
  return (
    <div class="plan-notice">
      <p>
        <strong>To connect an app, your account needs: {missing.join(', ')}.</strong>
      </p>
      <p>
        See your <a href={PATHS.account}>account</a>. The operator of this service can change the plan.
      </p>
    </div>
  )
}

function OtherAccount() {
  const { signOut } = useSession()
  const submission = useSubmit()
  return (
    <p>
      <button type="button" class="link" disabled={submission.isBusy} onClick={() => void submission.run(signOut)}>
        Use another account
      </button>
    </p>
  )
}
