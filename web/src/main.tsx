import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startKeys } from './actions/keys'
import { access } from './api/access'
import { queries } from './api/queries'
import { Frame } from './frame/Frame'
import { SignedOut } from './frame/SignedOut'
import { startLook } from './frame/look'
import { startOffline } from './frame/offline'
import { connection } from './stream/connection'
import { startInbox } from './stream/inbox'
import { startLive } from './stream/live'
import { startMarks } from './stream/marks'
import { useStore } from './ui/store'
import './ui/tokens.css'
import './ui/base.css'

startLook()
startOffline()
if (location.pathname === '/login') access.set('out')
else {
  startKeys()
  startLive()
  startInbox()
  startMarks()
  askAgainAfterALoss()
  connection.start()
}

/** What failed while the server was away, or changed there, is asked anew when it is back. */
function askAgainAfterALoss(): void {
  let wasLost = false
  connection.line.subscribe(() => { wasLost ||= connection.line.get() === 'lost' })
  connection.onOpen(() => {
    if (wasLost) void queries.invalidateQueries()
    wasLost = false
  })
}

function App() {
  return useStore(access) === 'out' ? <SignedOut /> : <Frame />
}

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
