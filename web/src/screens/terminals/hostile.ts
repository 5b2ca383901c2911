/** A title that a program chose: one short line, nothing that turns the direction of writing or hides. */
export function clean(text: string): string {
  return text.replace(/[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 60)
}

/** What is shown of something before it is allowed. */
export function preview(text: string): string {
  const line = text.replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '�')
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
