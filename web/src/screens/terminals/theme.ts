import type { ITheme } from '@xterm/xterm'

/** The colours of the page, as a terminal wants them. Read again when the look changes. */
export function terminalTheme(): ITheme {
  const probe = document.createElement('i')
  document.body.append(probe)
  const colour = (name: string) => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const [black, red, green, yellow, blue, magenta, cyan, white] = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].map(name => colour(`ansi-${name}`))
  const theme: ITheme = {
    background: colour('background'), foreground: colour('text'), cursor: colour('accent'), cursorAccent: colour('background'), selectionBackground: colour('found'),
    black, red, green, yellow, blue, magenta, cyan, white,
    brightBlack: colour('ansi-gray'), brightRed: red, brightGreen: green, brightYellow: yellow, brightBlue: blue, brightMagenta: magenta, brightCyan: cyan, brightWhite: colour('ansi-bright'),
  }
  probe.remove()
  return theme
}
