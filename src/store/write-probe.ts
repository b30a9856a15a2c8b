/** A row so large that, once it is written, other writes have room too. */
export const WRITE_PROBE = { id: 'probe', content: '0'.repeat(65_536) }
