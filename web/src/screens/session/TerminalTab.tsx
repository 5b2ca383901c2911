import { useMutation, useQuery } from '@tanstack/react-query'
import { go } from '../../actions/go'
import { call } from '../../api/client'
import { Empty, ProblemBox } from '../../ui/states'
import type { Now } from './now'

/** The CLI's own face, with this session in it. */
export function TerminalTab(props: { now: Now }) {
  const { facts } = props.now
  const open = useQuery({ queryKey: ['terminals'], queryFn: ({ signal }) => call('listTerminals', { signal }), staleTime: 0 })
  const mine = (open.data ?? []).filter(one => one.sessionId === facts.sessionId && one.provider === facts.provider && one.exitCode === undefined)
  const start = useMutation({
    mutationFn: () => call('openTerminal', { body: { provider: facts.provider, resume: facts.key, cwd: facts.cwd } }),
    onSuccess: terminal => go(`/term/${terminal.terminalId}`),
  })
  return (
    <>
      {start.isError && <ProblemBox failure={start.error} />}
      <Empty
        action={mine[0]
          ? <button className="button primary" onClick={() => go(`/term/${mine[0]!.terminalId}`)}>Go to its terminal</button>
          : <button className="button primary" disabled={!facts.key || start.isPending} onClick={() => start.mutate()}>Open in a terminal</button>}
      >
        {facts.key ? 'The same session in the CLI’s own face. Let it finish here first: two at once would not see each other.' : 'A terminal can open it once the CLI has named the session.'}
      </Empty>
    </>
  )
}
