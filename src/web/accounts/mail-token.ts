import { useState } from 'preact/hooks'

/**
 * The token of a link in a message, by its name. It is removed from the URL immediately, so that neither the history nor a screenshot
 * contains it.
 */
export function useMailToken(name = 'token'): string {
  const [token] = useState(() => {
    const found = new URLSearchParams(location.hash.slice(1)).get(name) ?? ''
    if (found !== '') history.replaceState(history.state, '', location.pathname + location.search)
    return found
  })
  return token
}
