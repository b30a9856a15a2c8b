/**
 * What is wrong with a URL that a user wants to save for the service to call, as a sentence without the URL; null where
 * nothing is. A name that nobody answers for now may be saved: every attempt judges it again. Never throws.
 */
export type UrlCheck = (url: string, signal: AbortSignal) => Promise<string | null>
