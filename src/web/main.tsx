import { render } from 'preact'
import './theme.css'
import { App } from './app.tsx'
import { registerWorkerLater } from './installed/register-worker.ts'

const place = document.getElementById('app')
if (place) {
  place.replaceChildren()
  render(<App />, place)
  registerWorkerLater()
}
