import { z } from 'zod'

const base64url = z.string().regex(/^[A-Za-z0-9_-]+=*$/, 'must be base64url')

/** A phone's registration token of Firebase Cloud Messaging, for iOS and Android. */
export const FcmDevice = z.object({ kind: z.literal('fcm'), token: z.string().regex(/^[\x21-\x7e]{1,4096}$/) })

/** What a browser's `pushManager.subscribe()` gives (RFC 8030, keys of RFC 8291). */
export const WebPushDevice = z.object({
  kind: z.literal('web'),
  endpoint: z.url({ protocol: /^https?$/ }).max(2_048),
  keys: z.object({
    /** An uncompressed point of P-256, 65 bytes. */
    p256dh: base64url.min(87).max(88),
    /** 16 bytes. */
    auth: base64url.min(22).max(24),
  }),
})

/** A device that receives push messages; as JSON text it is the address of an endpoint of the push channel. */
export const PushDevice = z.discriminatedUnion('kind', [FcmDevice, WebPushDevice])
export type PushDevice = z.output<typeof PushDevice>
export type FcmDevice = z.output<typeof FcmDevice>
export type WebPushDevice = z.output<typeof WebPushDevice>
