// Keeps the page itself, so that it opens while Parley is down. Nothing of the person's is kept: only what everybody gets.
const KEPT = 'parley-page-1'
const SHELL = '/'
const MOST = 120

self.addEventListener('install', event => event.waitUntil(keepShell().then(() => self.skipWaiting())))

self.addEventListener('activate', event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name)
  await self.clients.claim()
})()))

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (request.mode === 'navigate' && pathname !== '/login' && !pathname.startsWith('/api/')) event.respondWith(page(request))
})

/** The newest page, or the one that was kept when nobody answers. */
async function page(request) {
  try {
    const answer = await fetch(request)
    if (answer.ok) await (await caches.open(KEPT)).put(SHELL, answer.clone())
    return answer
  } catch (failure) {
    const kept = await caches.match(SHELL)
    if (kept) return kept
    throw failure
  }
}

/** A file with a hash in its name never changes. */
async function asset(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const all = await caches.open(KEPT)
    await all.put(request, answer.clone())
    const names = (await all.keys()).filter(one => new URL(one.url).pathname !== SHELL)
    for (const old of names.slice(0, Math.max(0, names.length - MOST))) await all.delete(old)
  }
  return answer
}

async function keepShell() {
  const all = await caches.open(KEPT)
  const answer = await fetch(SHELL)
  if (!answer.ok) return
  await all.put(SHELL, answer.clone())
  const files = [...(await answer.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(found => found[1])
  await Promise.all(files.map(file => all.add(file).catch(() => undefined)))
}
