import { marked, type Token } from 'marked'
import remend from 'remend'

/** Cuts Markdown that grows into blocks. A block that others follow is settled: it is read and drawn once. */
export class BlockSplitter {
  private settled: Token[] = []
  private prefix = ''

  blocks(text: string, isOpen: boolean): Token[] {
    if (!text.startsWith(this.prefix)) {
      this.settled = []
      this.prefix = ''
    }
    const tail = text.slice(this.prefix.length)
    // What is open in the tail is closed for the eye: a half-written **word is bold at once and does not jump later.
    const open: Token[] = marked.lexer(isOpen ? remend(tail) : tail)
    if (isOpen) this.settle(text, open)
    return [...this.settled, ...open]
  }

  /** The last two blocks stay open: a list or a paragraph may still grow into the next one. */
  private settle(text: string, open: Token[]): void {
    while (open.length > 2 && text.startsWith(open[0]!.raw, this.prefix.length)) {
      this.prefix += open[0]!.raw
      this.settled.push(open.shift()!)
    }
  }
}
