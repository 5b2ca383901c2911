import { navigate } from 'wouter/use-browser-location'

/** To another place of the page; the address is the state. */
export function go(to: string, options?: { replace?: boolean }): void {
  navigate(to, options)
}

/** Where the person came from; home when that was not in the page. */
export function goBack(): void {
  const { navigation } = window as { navigation?: { canGoBack: boolean } }
  if (navigation?.canGoBack ?? history.length > 1) history.back()
  else go('/')
}

/** The page of a session, live or stored, at one of its rows if one is named. */
export function sessionPath(ref: string, row?: string | number): string {
  return `/s/${encodeURIComponent(ref)}${row === undefined ? '' : `/m/${row}`}`
}
