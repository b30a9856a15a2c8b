/** The kind of changes to rules and watchlists. */
export const INTERESTS = 'interests'
