/** The browser has no valid cookie: what to do about it, and nothing else. */
export function SignedOut() {
  const isLink = location.pathname === '/login'
  return (
    <div className="gate">
      <main>
        <h1>{isLink ? 'This link has been used, or it is too old.' : 'This browser is not signed in.'}</h1>
        <p className="muted">
          {isLink ? 'A link opens the page once, within ten minutes.' : 'The page opens with a link that Parley prints; the browser is remembered from then on.'} Run this in a
          terminal on the machine where Parley runs, and open the link it prints:
        </p>
        <code>parley up</code>
        <p className="muted small">On a phone: run <span className="mono">parley up --lan</span> there and scan the code.</p>
        <div className="row">
          <button className="button" onClick={() => location.assign('/')}>Try again</button>
        </div>
      </main>
    </div>
  )
}
