import type { ApprovalRow, EndRow, ErrorRow, NoteRow, PromptRow, RawRow, TextRow, ThoughtRow as StoredThought, ToolRow } from '../api/generated'

/** One line of a conversation. The server makes rows of what is stored; `fold` makes the same ones of what happens. */
export type ThoughtRow = StoredThought & { isOpen?: boolean }
export type Row = PromptRow | TextRow | ThoughtRow | ToolRow | ApprovalRow | ErrorRow | EndRow | NoteRow | RawRow
export type { ApprovalRow, TextRow, ToolRow } from '../api/generated'
