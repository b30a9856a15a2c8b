export const VENDOR_URL = 'https://api.twilio.com'
