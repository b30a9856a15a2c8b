// Before the first paint, so that no page flashes in the other theme.
try {
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Storage is blocked: the system's scheme it is.
}
