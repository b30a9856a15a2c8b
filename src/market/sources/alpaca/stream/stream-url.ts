/** The streams have a host beside that of the data; a test server has both in one place. */
export function streamUrlOf(dataUrl: string | undefined): string | undefined {
  if (dataUrl === undefined) return undefined
  const { protocol, host, hostname } = new URL(dataUrl)
  const streamHost = hostname.endsWith('.alpaca.markets') ? `stream.${host}` : host
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${streamHost}`
}
