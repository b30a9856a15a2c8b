// biome-ignore lint/suspicious/noEmptyInterface: filled with the accounts
export interface AccountTables {}
