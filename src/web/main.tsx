import { render } from 'preact'
import './theme.css'
import { App } from './app.tsx'

const place = document.getElementById('app')
if (place) {
  place.replaceChildren()
  render(<App />, place)
}
