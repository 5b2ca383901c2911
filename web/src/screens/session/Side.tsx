import { useMemo } from 'react'
import { go, sessionPath } from '../../actions/go'
import { Counts } from '../../transcript/DiffView'
import type { Row } from '../../transcript/row'
import { diffsOf } from '../../transcript/tools'
import { exact } from '../../ui/time'
import { projectName, tidyPath, tokens } from '../../ui/text'
import type { Now } from './now'

/** Beside the talk: which files were changed, and where all of this happens. */
export function Side(props: { now: Now; rows: readonly Row[] }) {
  const { now } = props
  const { facts } = now
  const files = useMemo(() => changedFiles(props.rows), [props.rows])
  return (
    <div className="side">
      {files.length > 0 && (
        <section>
          <h2 className="side-title">Edited in this talk</h2>
          <ul>
            {files.map(file => (
              <li key={file.path}>
                <button className="side-row" title={file.path} onClick={() => go(sessionPath(now.ref, file.row), { replace: true })}>
                  <span className="cut grow mono">{projectName(file.path)}</span><Counts added={file.added} removed={file.removed} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2 className="side-title">About</h2>
        <dl className="facts">
          {facts.cwd && <><dt>Directory</dt><dd className="mono" title={facts.cwd}>{tidyPath(facts.cwd)}</dd></>}
          {facts.gitBranch && <><dt>Branch</dt><dd className="mono">{facts.gitBranch}</dd></>}
          {facts.started && <><dt>Began</dt><dd>{exact(facts.started)}</dd></>}
          {(facts.prompts ?? 0) > 0 && <><dt>Prompts</dt><dd>{facts.prompts}</dd></>}
          {facts.usage && facts.usage.requests > 0 && <><dt>Tokens</dt><dd>{tokens(facts.usage.inputTokens)} read, {tokens(facts.usage.outputTokens)} written</dd></>}
        </dl>
      </section>
    </div>
  )
}

function changedFiles(rows: readonly Row[]): { path: string; row: string; added: number; removed: number }[] {
  const files = new Map<string, { path: string; row: string; added: number; removed: number }>()
  for (const row of rows) {
    if (row.kind !== 'tool' || row.result?.isError) continue
    for (const diff of diffsOf(row)) {
      const before = files.get(diff.path)
      files.set(diff.path, { path: diff.path, row: row.id, added: (before?.added ?? 0) + diff.added, removed: (before?.removed ?? 0) + diff.removed })
    }
  }
  return [...files.values()]
}
