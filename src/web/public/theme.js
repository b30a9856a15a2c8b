// Before the first paint, so that no page flashes in another theme or palette.
try {
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
  if (localStorage.getItem('palette') === 'green-red') document.documentElement.dataset.palette = 'green-red'
} catch {
  // Storage is blocked: the system's scheme it is.
}
