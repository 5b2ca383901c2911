import { FitAddon } from '@xterm/addon-fit'
import { SearchAddon } from '@xterm/addon-search'
import { Terminal } from '@xterm/xterm'
import { look } from '../../frame/look'
import { connection } from '../../stream/connection'
import { clean } from './hostile'
import { terminalTheme } from './theme'

export interface ScreenEvents {
  onTitle: (title: string) => void
  /** Something in the terminal wants to write the clipboard. */
  onClipboard: (text: string) => void
  onLink: (address: string) => void
  onExit: (code: number) => void
  onProblem: (problem: unknown) => void
}

/** One terminal on the screen and its line to the server. It comes back after a loss with what it missed. */
export class Screen {
  private readonly terminal: Terminal
  private readonly fit = new FitAddon()
  private readonly finder = new SearchAddon()
  private readonly endings: (() => void)[] = []
  private position = -1
  private writing = 0
  /** The next letter is typed with Ctrl. */
  isCtrl = false
  onCtrlUsed: () => void = () => undefined

  constructor(private readonly id: string, box: HTMLElement, private readonly events: ScreenEvents) {
    this.terminal = new Terminal({
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--mono'), fontSize: 13, lineHeight: 1.3, scrollback: 10_000, cursorBlink: false, theme: terminalTheme(),
      // A screen reader gets the rows as text, and so do tests.
      screenReaderMode: true, minimumContrastRatio: 4.5,
      linkHandler: { activate: (_, address) => { if (/^https?:\/\//i.test(address)) events.onLink(address) }, allowNonHttpProtocols: false },
    })
    this.terminal.loadAddon(this.fit)
    this.terminal.loadAddon(this.finder)
    this.terminal.open(box)
    this.terminal.parser.registerOscHandler(52, data => { this.clipboard(data); return true })
    this.terminal.onTitleChange(title => events.onTitle(clean(title)))
    this.terminal.onData(data => this.typed(data))
    this.terminal.onBinary(data => this.typed(data))
    const watch = new ResizeObserver(() => this.resize())
    watch.observe(box)
    this.endings.push(
      () => watch.disconnect(),
      look.subscribe(() => requestAnimationFrame(() => this.recolour())),
      onSystemLook(() => this.recolour()),
      connection.on('terminal.output', message => { if (message.terminalId === id) this.output(message.data, message.position, message.replay ?? false) }),
      connection.on('terminal.exit', message => { if (message.terminalId === id) events.onExit(message.exitCode) }),
      connection.onOpen(() => this.attach()),
    )
  }

  focus(): void {
    this.terminal.focus()
  }

  /** Types for the person: from the bar of keys, or pasted. */
  send(data: string): void {
    connection.say({ type: 'terminal.input', terminalId: this.id, data })
  }

  paste(text: string): void {
    this.terminal.paste(text)
  }

  selection(): string {
    return this.terminal.getSelection()
  }

  find(text: string, isBack: boolean): boolean {
    return isBack ? this.finder.findPrevious(text) : this.finder.findNext(text)
  }

  close(): void {
    connection.say({ type: 'terminal.detach', terminalId: this.id })
    for (const end of this.endings) end()
    this.terminal.dispose()
  }

  private attach(): void {
    this.resize()
    connection.request({ type: 'terminal.attach', terminalId: this.id, ...(this.position >= 0 && { after: this.position }) }).then(answer => {
      if (answer.type !== 'terminal.attached') return
      this.tellSize()
      if (answer.terminal.exitCode !== undefined) this.events.onExit(answer.terminal.exitCode)
    }, this.events.onProblem)
  }

  private output(data: string, position: number, isReplay: boolean): void {
    if (isReplay) this.terminal.reset()
    // What was printed before asks nothing again: a terminal that answers old questions types nonsense.
    const isOld = isReplay || this.position < 0
    if (isOld) this.writing++
    this.position = position
    this.terminal.write(data, () => { if (isOld) this.writing-- })
  }

  private typed(data: string): void {
    if (this.writing > 0) return
    if (this.isCtrl && data.length === 1) {
      this.isCtrl = false
      this.onCtrlUsed()
      return this.send(String.fromCharCode(data.toUpperCase().charCodeAt(0) & 0x1f))
    }
    this.send(data)
  }

  private resize(): void {
    const size = this.fit.proposeDimensions()
    if (!size || !Number.isFinite(size.cols) || size.cols < 2 || size.rows < 2) return
    if (size.cols === this.terminal.cols && size.rows === this.terminal.rows) return
    this.terminal.resize(size.cols, size.rows)
    this.tellSize()
  }

  private tellSize(): void {
    connection.say({ type: 'terminal.resize', terminalId: this.id, columns: this.terminal.cols, rows: this.terminal.rows })
  }

  private recolour(): void {
    this.terminal.options.theme = terminalTheme()
  }

  /** `c;<base64>`: to write is asked of the person, to read (`?`) is never answered. */
  private clipboard(data: string): void {
    const text = data.slice(data.indexOf(';') + 1)
    if (this.writing > 0 || text === '?' || text.length > 1_000_000) return
    try {
      const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
      this.events.onClipboard(new TextDecoder().decode(bytes))
    } catch {
      // Not what the escape promises: nothing to ask about.
    }
  }
}

function onSystemLook(change: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', change)
  return () => dark.removeEventListener('change', change)
}
