/** One line of a conversation. The server makes rows of what is stored; `fold` makes the same ones of what happens. */
interface Common {
  /** The number of its first event; with an `f` before it when it is from the CLI's file. */
  id: string
  last?: number
  time?: string
  /** Only the beginning is here; the whole row can be asked for. */
  isCut?: boolean
}

export interface ToolOutput { output: string; isError: boolean; exitCode?: number; size?: number; isCut?: boolean }
export interface ApprovalAnswer { approved: boolean; by: string; reason?: string; forSession?: string }

export type PromptRow = Common & { kind: 'prompt'; text: string }
export type TextRow = Common & { kind: 'text'; text: string; messageId?: string; isOpen?: boolean }
export type ThoughtRow = Common & { kind: 'thought'; text: string; messageId?: string; seconds?: number; isOpen?: boolean }
export type ToolRow = Common & { kind: 'tool'; callId: string; name: string; arguments: unknown; summary?: string; files?: string[]; command?: string; result?: ToolOutput; seconds?: number }
export type ApprovalRow = Common & { kind: 'approval'; requestId: string; toolName: string; description: string; wish?: string; answer?: ApprovalAnswer }
export type ErrorRow = Common & { kind: 'error'; message: string; code?: string; recoverable: boolean }
export type EndRow = Common & { kind: 'end'; reason: string; turnId?: string }
export type NoteRow = Common & { kind: 'note'; text: string }
export type RawRow = Common & { kind: 'raw'; text: string; reason: string }

export type Row = PromptRow | TextRow | ThoughtRow | ToolRow | ApprovalRow | ErrorRow | EndRow | NoteRow | RawRow
