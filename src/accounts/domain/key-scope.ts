/** What a key with less power may do; without any it has the whole access of a key. */
export const KEY_SCOPES = ['read:analytics', 'read:notifications', 'write:notifications', 'mcp', 'export'] as const

export type KeyScope = (typeof KEY_SCOPES)[number]

export const MAX_ALLOWED_ADDRESSES = 20
