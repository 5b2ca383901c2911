import type { FileChange, LeftOutFile, SessionChanges, TurnChanges } from '../../../api/generated'
import { oneLine, plural } from '../../../ui/text'

/** Who changed a file, in words. */
export const BY: Record<FileChange['by'], { short: string; long: string }> = {
  agent: { short: 'by the agent', long: 'The agent changed it: a tool call named this file.' },
  unknown: { short: 'by someone unknown', long: 'It changed while the turn ran, but no tool call named it: a command of the agent, or somebody else.' },
  others: { short: 'by others', long: 'It changed between two turns: a person, or another program.' },
  parley: { short: 'by an undo', long: 'Parley took a change back.' },
}

export const KIND: Record<FileChange['kind'], string> = { added: 'new', changed: '', deleted: 'deleted', renamed: 'moved', mode: 'mode' }

export function nameOf(turn: TurnChanges): string {
  return turn.kind === 'undo' ? `${turn.number} · Undo of ${turn.undoOf ?? 'a turn'}` : `Turn ${turn.number}`
}

/** An entry in the middle of a sentence. */
export function calledIn(changes: SessionChanges, number: number): string {
  const entry = changes.turns.find(one => one.number === number)
  return entry?.kind === 'undo' ? `the undo of ${entry.undoOf ?? 'a turn'}` : `turn ${number}`
}

/** What a person should know before trusting the list. */
export function warningsOf(turn: TurnChanges): string[] {
  const others = turn.together?.length ?? 0
  return [
    turn.late ? 'Its first changes may be missing: the files were kept only after it had begun.' : '',
    others > 0 ? `${plural(others, 'other session')} worked in the same files at the same time: nobody can tell who changed what.` : '',
    turn.leftOut.length > 0 ? `Not kept: ${turn.leftOut.slice(0, 3).map(leftOutFile).join(', ')}${turn.leftOut.length > 3 ? ` and ${turn.leftOut.length - 3} more` : ''}.` : '',
  ].filter(Boolean)
}

export function leftOutFile(file: LeftOutFile): string {
  return `${oneLine(file.path)} (${{ too_large: 'too large', unreadable: 'cannot be read', repository: 'a repository of its own' }[file.why]})`
}

export function sum(files: readonly FileChange[]): { added: number; removed: number } {
  return files.reduce((all, file) => ({ added: all.added + (file.added ?? 0), removed: all.removed + (file.removed ?? 0) }), { added: 0, removed: 0 })
}
