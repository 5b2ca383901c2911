/** Keeps the page for the time when Parley is down. A browser that cannot does without. */
export function startOffline(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  // After the first paint: it is for the next time.
  window.addEventListener('load', () => void navigator.serviceWorker.register('/offline.js').catch(() => undefined))
}
