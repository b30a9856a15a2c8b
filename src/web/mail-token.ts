import { useState } from 'preact/hooks'

/** The token of a link in a mail. It leaves the address at once, so that neither history nor a screenshot keeps it. */
export function useMailToken(): string {
  const [token] = useState(() => {
    const found = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
    if (found !== '') history.replaceState(history.state, '', location.pathname + location.search)
    return found
  })
  return token
}
