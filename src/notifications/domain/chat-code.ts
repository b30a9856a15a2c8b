/** A code that a person gives to the bot of a chat service to show that the chat is theirs. */

/** Long enough to find the phone, short enough that a link in a screenshot is worth nothing. */
export const CHAT_CODE_LIFE_MS = 10 * 60_000
/** As base64url 24 characters, of the 64 that a link may carry. */
export const CHAT_CODE_BYTES = 18
/** What the digest of a code is made for, so that no other digest equals it. */
export const CHAT_CODE_PURPOSE = 'chat code'
