export interface FetchedDocument {
  readonly text: string
  readonly cacheControl: string | undefined
}

/** Fetches the documents in which apps describe themselves, from public addresses only. */
export interface ClientDocuments {
  /**
   * Null where there is no readable document. Throws `rate_limited` when the account has brought too many unknown ones.
   */
  fetch(url: string, accountId: string): Promise<FetchedDocument | null>
}
