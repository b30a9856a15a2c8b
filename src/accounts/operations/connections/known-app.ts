import { ClientDocument } from '../../contract/oauth-client.ts'
import { appName, type ConnectedApp, documentLifeMs, isDocumentId, isRedirectUri } from '../../domain/connected-app.ts'
import { PINNED_APPS } from '../../domain/pinned-apps.ts'
import type { FetchedDocument } from '../../ports/client-documents.ts'
import type { AccountContext } from '../context.ts'

/** A document that could not be fetched is tried again after this time. */
const RETRY_MS = 60_000

/**
 * Makes sure that what the store knows of an app is current: the document of one whose id is an address is fetched. Only
 * for a signed-in account, so that strangers cannot make this service call other servers. Returns a sentence where the
 * app cannot be known.
 */
export async function refreshApp(context: AccountContext, clientId: string, accountId: string): Promise<string | null> {
  if (!isDocumentId(clientId)) return null
  const { store, now, clientDocuments } = context
  const known = await store.oauthClients.byId(clientId)
  if (known?.freshUntil && Date.parse(known.freshUntil) > now().getTime()) return null
  const fetched = clientDocuments ? await clientDocuments.fetch(clientId, accountId) : null
  const app = fetched && readDocument(clientId, fetched)
  const pinned = PINNED_APPS.get(clientId)
  if (!app && !pinned) return UNREADABLE
  const lifeMs = app ? documentLifeMs(fetched.cacheControl) : RETRY_MS
  const freshUntil = new Date(now().getTime() + lifeMs)
  const current = app ?? pinned
  if (current) await store.oauthClients.put(current, { now: now(), freshUntil })
  return null
}

const UNREADABLE =
  'The app names an address that should describe it, and this service cannot read a valid description there. Try again in a minute, or update the app.'

/** Null where the document is none, describes another app, or has no address that a code may be sent to. */
function readDocument(clientId: string, { text }: FetchedDocument): ConnectedApp | null {
  const document = ClientDocument.safeParse(parsedJson(text))
  if (!document.success || document.data.client_id !== clientId) return null
  const redirectUris = document.data.redirect_uris.filter(isRedirectUri)
  if (redirectUris.length === 0) return null
  return { id: clientId, kind: 'document', name: appName(document.data.client_name), redirectUris }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No schema accepts null.
    return null
  }
}
