import type { ComponentChildren } from 'preact'

interface SafeLinkProps {
  /** URL from a third party. */
  readonly url: string | null
  readonly children: ComponentChildren
}

/** An external link if the URL is https, otherwise only its text: `javascript:` is a URL too. */
export function SafeLink({ url, children }: SafeLinkProps) {
  const target = url === null ? null : URL.parse(url)
  if (target?.protocol !== 'https:') return <>{children}</>
  return (
    <a href={target.href} rel="noreferrer noopener" target="_blank">
      {children}
    </a>
  )
}
