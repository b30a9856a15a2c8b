export const VENDOR_URL = 'https://api.telegram.org'
