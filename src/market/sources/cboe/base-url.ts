/** Delayed quotes, free for personal use. https://www.cboe.com/delayed_quotes/ */
export const BASE_URL = 'https://cdn.cboe.com/api/global/delayed_quotes'
