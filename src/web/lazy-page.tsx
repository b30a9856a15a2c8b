import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { lazy } from 'preact-iso'
import { useRepeat } from './answer.ts'

const RETRY_MS = 3_000

/**
 * A page that is loaded when it is first opened. When its files fail to load, the error page appears in its place:
 * a browser keeps the failure of a file, so only a new document can load it again.
 */
export function lazyPage(load: () => Promise<FunctionComponent>): FunctionComponent {
  return lazy(() => load().catch(brokenPage))
}

function brokenPage(): FunctionComponent {
  let wasShown = false
  return function BrokenPage() {
    const [isReturn] = useState(wasShown)
    useEffect(() => {
      wasShown = true
    }, [])
    return <Broken isReturn={isReturn} />
  }
}

interface BrokenProps {
  /** Whether the page was left after it had failed, and is opened once more. */
  readonly isReturn?: boolean
}

/**
 * A page that could not be loaded, usually because the service was updated or is restarting. It loads the document
 * again when the service answers after it did not, or when the page is opened once more.
 */
export function Broken({ isReturn = false }: BrokenProps) {
  const [isDown, setDown] = useState(false)
  const check = async (mayReload: boolean) => {
    const isUp = await answers()
    if (isUp && (mayReload || isDown)) location.reload()
    else setDown(!isUp)
  }
  useEffect(() => void check(isReturn), [])
  useRepeat(() => void check(false), isDown ? RETRY_MS : undefined)
  return (
    <section class="empty" role="alert">
      <h1>This page could not be loaded</h1>
      <p>
        {isDown
          ? 'The service cannot be reached. The page opens when it answers again.'
          : 'The service may have been updated or restarted.'}
      </p>
      <button type="button" class="primary" onClick={() => void check(true)}>
        Try again
      </button>
    </section>
  )
}

/** Whether the service answers at all. */
function answers(): Promise<boolean> {
  return fetch('/health', { cache: 'no-store' }).then(
    () => true,
    () => false,
  )
}
