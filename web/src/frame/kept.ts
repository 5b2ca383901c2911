/** What the page keeps in this browser, under one version. State of another version is thrown away, and the person is told. */
const VERSION = '1'
const PREFIX = 'parley.'

function start(): boolean {
  try {
    const before = localStorage.getItem(`${PREFIX}version`)
    if (before === VERSION) return false
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
    localStorage.setItem(`${PREFIX}version`, VERSION)
    return before !== null
  } catch {
    return false
  }
}

export const wasStartedClean = start()

export const kept = {
  read<T>(name: string, otherwise: T): T {
    try {
      const text = localStorage.getItem(PREFIX + name)
      return text === null ? otherwise : (JSON.parse(text) as T)
    } catch {
      return otherwise
    }
  },
  write(name: string, value: unknown): void {
    try {
      if (value === undefined) localStorage.removeItem(PREFIX + name)
      else localStorage.setItem(PREFIX + name, JSON.stringify(value))
    } catch {
      // A browser that keeps nothing still shows the page.
    }
  },
}
