/** What operations get where apps cannot connect by address. */
export const NO_APPS = { authorizationServerAt: () => null, clientDocuments: null }
