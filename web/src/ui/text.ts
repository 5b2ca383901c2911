/** The last part of a path: what a person calls a project. */
export function projectName(path: string | undefined): string {
  return path?.replace(/\/+$/, '').split('/').pop() || path || ''
}

/** A path with the home directory as `~`, as far as it can be told. */
export function tidyPath(path: string): string {
  return path.replace(/^\/(home|Users)\/[^/]+/, '~')
}

/** A path as it is named in a directory. */
export function insideOf(directory: string | undefined, path: string): string {
  return directory && path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : tidyPath(path)
}

export function money(dollars: number | undefined): string {
  if (dollars === undefined || dollars <= 0) return ''
  return dollars < 0.01 ? '<$0.01' : `$${dollars < 100 ? dollars.toFixed(2) : Math.round(dollars).toLocaleString()}`
}

export function tokens(count: number | undefined): string {
  if (!count) return '0'
  if (count < 1000) return String(count)
  return count < 1_000_000 ? `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k` : `${(count / 1_000_000).toFixed(1)}M`
}

/** What an agent wrote, in one line, without signs that change the direction of what follows. */
export function oneLine(text: string | undefined, most = 200): string {
  const line = (text ?? '').replace(/[\u202A-\u202E\u2066-\u2069\u200E\u200F]/g, '').replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}
