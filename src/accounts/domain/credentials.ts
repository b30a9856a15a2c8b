/** The kind of changes to accounts, keys and sign-in sessions, which decide who may call. */
export const CREDENTIALS = 'credentials'
