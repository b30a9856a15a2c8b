import type { ComponentChildren } from 'preact'

interface SafeLinkProps {
  /** As a third party wrote it. */
  readonly url: string | null
  readonly children: ComponentChildren
}

/** A link to elsewhere where the address is one of https; else the text alone: `javascript:` is an address too. */
export function SafeLink({ url, children }: SafeLinkProps) {
  const target = url === null ? null : URL.parse(url)
  if (target?.protocol !== 'https:') return <>{children}</>
  return (
    <a href={target.href} rel="noreferrer noopener" target="_blank">
      {children}
    </a>
  )
}
