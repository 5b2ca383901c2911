import type { Colours } from './colours'

const BY_END: Record<string, string> = {
  sh: 'bash', bash: 'bash', zsh: 'bash', css: 'css', go: 'go', java: 'java', js: 'javascript', mjs: 'javascript', cjs: 'javascript',
  json: 'json', py: 'python', rs: 'rust', sql: 'sql', ts: 'typescript', mts: 'typescript', cts: 'typescript', tsx: 'typescript', jsx: 'typescript',
  html: 'xml', xml: 'xml', svg: 'xml', vue: 'xml', yml: 'yaml', yaml: 'yaml',
}

/** The language of a file, by the end of its name. */
export function languageOf(path: string): string | undefined {
  const end = /\.([a-z]+)$/.exec(path.toLowerCase())?.[1] ?? ''
  return Object.hasOwn(BY_END, end) ? BY_END[end] : undefined
}

const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** Reads what highlight.js writes, line by line: nothing of it becomes HTML again. */
export function coloursOf(html: string): Colours[] {
  const lines: (number | string)[][] = [[]]
  const open: string[] = []
  for (const [, opened, closed, sign, end, text] of html.matchAll(/<span class="([^"]*)">|(<\/span>)|&([a-z#0-9]+);|(\n)|([^<&\n]+)/g)) {
    if (opened !== undefined) open.push(opened)
    else if (closed) open.pop()
    else if (end) lines.push([])
    else add(lines.at(-1)!, sign === undefined ? text!.length : (SIGNS[sign]?.length ?? sign.length + 2), open.at(-1) ?? '')
  }
  return lines
}

function add(line: (number | string)[], length: number, name: string): void {
  if (line.length > 0 && line.at(-1) === name) line[line.length - 2] = (line[line.length - 2] as number) + length
  else line.push(length, name)
}
