// What cannot wait for the code of the pages.
try {
  // Before the first paint, so that no page flashes in another theme or palette.
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
  if (localStorage.getItem('palette') === 'green-red') document.documentElement.dataset.palette = 'green-red'
  // Every page of a signed-in user needs the session first, so it loads beside the code.
  if (localStorage.getItem('signed_in') !== null) {
    const session = { rel: 'preload', as: 'fetch', crossOrigin: '', href: '/api/v1/session' }
    document.head.append(Object.assign(document.createElement('link'), session))
  }
} catch {
  // Storage is blocked: the system's scheme it is, and the pages request the session.
}
